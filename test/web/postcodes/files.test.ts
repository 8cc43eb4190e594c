import { expect, test } from "vitest";
import { prefectures } from "#shared/enums.ts";
import { postcodeFiles } from "#web/build/postcodes.ts";

const { directory, files } = postcodeFiles();
const addressesOf = (postcode: string): unknown => {
  const file = JSON.parse(files.get(`${directory}/${postcode.slice(0, 3)}.json`) ?? "{}");
  return file[postcode.slice(3)];
};

test.each([
  ["1000005", [[13, "千代田区", "丸の内"]]],
  ["4328023", [[22, "浜松市中央区", "鴨江"]]],
  ["0600000", [[1, "札幌市中央区", ""]]],
  ["9071801", [[47, "八重山郡与那国町", "与那国"]]],
  [
    "4980000",
    [
      [23, "弥富市", ""],
      [24, "桑名郡木曽岬町", ""],
    ],
  ],
  ["10060", [[13, "千代田区", "霞が関霞が関ビル"]]],
  ["0000000", undefined],
])("%s", (postcode, addresses) => {
  expect(addressesOf(postcode)).toEqual(addresses);
});

test("every postcode has an address in one of the prefectures", () => {
  let postcodes = 0;
  for (const text of files.values())
    for (const addresses of Object.values<[number, string, string][]>(JSON.parse(text))) {
      postcodes += 1;
      expect(
        addresses.length > 0 && addresses.every(([key, city]) => key in prefectures && city !== ""),
      ).toBe(true);
    }
  expect(postcodes).toBeGreaterThan(100_000);
});
