import { expect, test } from "vitest";
import { describeValue } from "#shared/customer/describe-value.ts";

test.each([
  ["prefecture", 27, "大阪府"],
  ["usage", [0, 3], "クラウドIP電話、SMS送信"],
  ["usage", [], "（空欄）"],
  ["city", "港区", "港区"],
  ["department", "", "（空欄）"],
  ["position", null, "（空欄）"],
  ["optInEvents", true, "受け取る"],
  ["optInEvents", false, "受け取らない"],
  ["anything", 3, "3"],
])("%s %j reads %s", (field, value, text) => {
  expect(describeValue(field, value)).toBe(text);
});
