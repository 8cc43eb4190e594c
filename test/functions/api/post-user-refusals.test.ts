import { beforeAll, describe, expect, test, vi } from "vitest";
import { customerCalls } from "../support/customer-calls.ts";
import { newPerson, type Person, signupOf } from "../support/people.ts";
import { startPortal } from "../support/portal.ts";
import { verifyPhone } from "../support/verified-phone.ts";

const portal = await startPortal();
const customers = customerCalls(portal);

describe("refused requests", () => {
  let person: Person;
  let requestId: string;
  let before: Record<string, unknown>[];
  beforeAll(async () => {
    vi.spyOn(process.stdout, "write").mockReturnValue(true);
    person = newPerson();
    requestId = await verifyPhone(portal, person);
    await customers.post(person, signupOf(person, requestId));
    before = await customers.customerItems(person);
  });

  test.each([
    "plan",
    "Plan",
    "paymentType",
    "customerId",
    "CustomerId",
    "version",
    "hasApiSecret",
    "sub",
    "pk",
  ])("%s is refused with 400", async (key) => {
    const { status, json } = await customers.post(person, {
      ...signupOf(person, requestId),
      [key]: "standard",
    });
    expect([status, json.error.code]).toEqual([400, "bad_request"]);
    expect(json.error.fields).toHaveProperty([key]);
    expect(await customers.customerItems(person)).toEqual(before);
  });

  test.each([
    ["__proto__", '{"__proto__":{"plan":"standard"},'],
    ["constructor", '{"constructor":{"prototype":{}},'],
    ["prototype", '{"prototype":1,'],
  ])("%s as a key is refused with 400", async (_, start) => {
    const text = JSON.stringify(signupOf(person, requestId)).replace("{", start);
    expect((await customers.postText(person, text)).status).toBe(400);
    expect(await customers.customerItems(person)).toEqual(before);
  });

  test.each([
    { operation: "upgrade", applicationId: "0a1b2c3d-0000-4000-8000-000000000000", apiKey: "abcd1234" },
    { operation: "update", city: "" },
    { operation: "delete" },
    { operation: ["signup"] },
    {},
    [],
    null,
    "signup",
    1,
  ])("%j is refused with 400", async (body) => {
    const { status, json } = await customers.post(person, body);
    expect([status, json.error.code]).toEqual([400, "bad_request"]);
    expect(await customers.customerItems(person)).toEqual(before);
  });

  test.each(["", "{", "operation=signup", "{'operation':'signup'}", "\ufeff\u0000"])(
    "%j is not JSON, and is refused with 400",
    async (text) => {
      const { status, json } = await customers.postText(person, text);
      expect([status, json.error.code]).toEqual([400, "bad_request"]);
    },
  );

  test("a body of 300 kB is refused with 413 before it is parsed", async () => {
    for (const text of [`{"operation":"${"x".repeat(300_000)}"}`, "x".repeat(300_000)]) {
      const { status, json } = await customers.postText(person, text);
      expect([status, json.error.code]).toEqual([413, "payload_too_large"]);
    }
  });

  test("every wrong field is named with its own sentence", async () => {
    const { json } = await customers.post(person, {
      ...signupOf(person, requestId),
      corporateName: "  ",
      postalCode: "12345",
      prefecture: 48,
      agreedTerms: false,
      usage: [0, 0],
    });
    expect(json.error.fields).toEqual({
      corporateName: "会社名 は必須です。",
      postalCode: "半角数字とハイフンの8文字で入力してください。（例：123-4567）",
      prefecture: "都道府県を選択してください。",
      agreedTerms: "同意が必要です。",
      usage: "選択肢から選んでください。",
    });
  });
});
