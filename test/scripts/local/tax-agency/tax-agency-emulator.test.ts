import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sampleCorporations } from "../../../../scripts/local/emulators/tax-agency/corporations.ts";
import { createTaxAgencyEmulator } from "../../../../scripts/local/emulators/tax-agency/emulator.ts";
import { type ServedEmulator, serveEmulator } from "../support/serve-emulator.ts";

const emulator = createTaxAgencyEmulator({
  clock: () => Date.parse("2026-03-10T16:00:00Z"),
  applicationId: "K-local",
});
let served: ServedEmulator;
beforeAll(async () => {
  served = await serveEmulator(emulator);
});
afterAll(() => served.close());

async function get(query: Record<string, string>, path = "/4/num") {
  const all = new URLSearchParams({ id: "K-local", type: "12", history: "0", ...query });
  const response = await fetch(`${served.url}${path}?${all}`);
  return { status: response.status, type: response.headers.get("content-type"), body: await response.text() };
}

describe("National Tax Agency emulator", () => {
  it("describes a corporation in the agency's XML", async () => {
    const { status, type, body } = await get({ number: "7000012050002" });
    expect({ status, type }).toEqual({ status: 200, type: "application/xml;charset=UTF-8" });
    expect(body).toMatch(
      /^<\?xml version="1.0" encoding="UTF-8"\?>\s*<corporations><lastUpdateDate>2026-03-11<\/lastUpdateDate><count>1<\/count><divideNumber>1<\/divideNumber><divideSize>1<\/divideSize><corporation><sequenceNumber>1<\/sequenceNumber><corporateNumber>7000012050002<\/corporateNumber>/,
    );
    expect(body).toContain(
      "<name>国税庁</name><nameImageId/><kind>101</kind><prefectureName>東京都</prefectureName><cityName>千代田区</cityName><streetNumber>霞が関３丁目１－１</streetNumber>",
    );
  });

  it("finds up to ten at once, tells closed ones, and none for an unknown number", async () => {
    const { body } = await get({ number: "7000012050002,9010001999997" });
    expect(body).toContain("<count>2</count>");
    expect(body).toContain("<closeDate>2024-03-31</closeDate><closeCause>01</closeCause>");
    const unknown = await get({ number: "1000000000000" });
    expect(unknown.status).toBe(200);
    expect(unknown.body).toContain("<count>0</count>");
    expect(unknown.body).not.toContain("<corporation>");
  });

  it("answers errors as code and sentence, and 404 without a body to a foreign application", async () => {
    const eleven = Array(11).fill("7000012050002").join();
    expect(await get({ number: eleven })).toMatchObject({
      status: 400,
      body: "042,法人番号は10件以内で指定してください。",
    });
    for (const query of [
      { number: "" },
      { number: "700001205000" },
      { number: "7000012050002", type: "01" },
      { number: "7000012050002", history: "2" },
    ]) {
      expect(await get(query)).toMatchObject({ status: 400, body: expect.stringMatching(/^\d{3},/) });
    }
    expect(await get({ number: "7000012050002", id: "other" })).toMatchObject({ status: 404, body: "" });
    expect(await get({ number: "7000012050002" }, "/5/num")).toMatchObject({ status: 404 });
  });

  it("only has numbers with the right check digit", () => {
    for (const { corporateNumber } of sampleCorporations) {
      const [check, ...digits] = [...corporateNumber].map(Number);
      const sum = digits.reverse().reduce((total, digit, index) => total + digit * (1 + (index % 2)), 0);
      expect([corporateNumber, check]).toEqual([corporateNumber, 9 - (sum % 9)]);
    }
  });
});
