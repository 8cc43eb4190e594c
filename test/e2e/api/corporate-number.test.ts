import { beforeEach, describe, expect, test } from "vitest";
import { getApi } from "../support/customer.ts";
import { local } from "../support/local.ts";
import { forgetCorporation } from "../support/table.ts";

beforeEach(() => Promise.all([local.clearFaults(), local.clearRequests()]));

async function lookUp(number: string) {
  const response = await getApi(`/api/corporate-number?number=${encodeURIComponent(number)}`);
  return { status: response.status, body: await response.json() };
}
const agency = () => local.requests("tax-agency");
const taxAgency = "7000012050002";

describe("a number with the right check digit", () => {
  test("comes with name and address as the tax agency publishes them", async () => {
    expect(await lookUp(taxAgency)).toEqual({
      status: 200,
      body: {
        result: {
          valid: true,
          name: "国税庁",
          address: "東京都千代田区霞が関３丁目１－１",
          prefecture: 13,
          city: "千代田区",
          streetAddress: "霞が関3丁目1-1",
          postalCode: "100-0013",
        },
      },
    });
  });

  test("is told with the characters that XML escapes", async () => {
    const { corporateNumbers } = ((await local.services())["tax-agency"] ?? {}) as unknown as {
      corporateNumbers: string[];
    };
    const names = await Promise.all(corporateNumbers.map((number) => lookUp(number)));
    expect(names.map(({ body }) => body.result.name)).toContain("デモ＆テスト株式会社");
    expect(names.map(({ body }) => body.result.name)).not.toContain("株式会社閉鎖済");
  });

  test("that belongs to nobody is not valid", async () => {
    const { status, body } = await lookUp("7010001000000");
    expect([status, body]).toEqual([200, { result: { valid: false } }]);
  });
});

test.each(["7000012050003", "0000000000000", "1234567890123"])(
  "%s has the wrong check digit: not valid, and nobody was asked",
  async (number) => {
    expect(await lookUp(number)).toEqual({ status: 200, body: { result: { valid: false } } });
    expect(await agency()).toEqual([]);
  },
);

test.each([
  "",
  "700001205000",
  "70000120500021",
  "700001205000a",
  "７００００１２０５０００２",
  "7000012050002,1",
])("%j is not a number: 400 at that field", async (number) => {
  const { status, body } = await lookUp(number);
  expect([status, Object.keys(body.error.fields)]).toEqual([400, ["number"]]);
  expect(await agency()).toEqual([]);
});

test.each([500, 403, 404, 0])(
  "when the tax agency answers %i it is 502, and good again afterwards",
  async (status) => {
    await forgetCorporation(taxAgency);
    await local.fault({ service: "tax-agency", status });
    const failed = await lookUp(taxAgency);
    expect([failed.status, failed.body.error.code]).toEqual([502, "provider_failed"]);
    expect(JSON.stringify(failed.body)).not.toContain("tax agency");
    expect((await lookUp(taxAgency)).body.result.valid).toBe(true);
  },
);
