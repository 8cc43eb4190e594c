import { beforeEach, describe, expect, test } from "vitest";
import { corporateNumber } from "#shared/endpoints.ts";
import { newPerson } from "../support/people.ts";
import { advance, startPortal } from "../support/portal.ts";
import { outcome } from "../support/replies.ts";

const portal = await startPortal();
beforeEach(() => {
  // A question of a day ago is asked again.
  advance(day);
  portal.requests.clear();
});

const day = 24 * 60 * 60_000;
const ask = (number: string, address = newPerson().address) =>
  portal.call("corporate-number", { query: { number }, address });
/** As many numbers with a right check digit. */
const numbers = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => {
    const digits = String(700001205000 + index).padStart(12, "0");
    const sum = [...digits].reverse().reduce((total, digit, at) => total + Number(digit) * (1 + (at % 2)), 0);
    return `${9 - (sum % 9)}${digits}`;
  });

test("a registered corporation comes with its name and address", async () => {
  const { status, json } = await ask("7000012050002");
  expect(status).toBe(200);
  expect(corporateNumber.response.parse(json)).toEqual({
    result: {
      valid: true,
      name: "国税庁",
      address: "東京都千代田区霞が関３丁目１－１",
      prefecture: 13,
      city: "千代田区",
      streetAddress: "霞が関3丁目1-1",
      postalCode: "100-0013",
    },
  });
});

test("a name has the characters that the agency's XML escapes", async () => {
  expect((await ask("6120001999997")).json.result.name).toBe("デモ＆テスト株式会社");
});

test.each([
  ["one that was closed", "9010001999997"],
  ["one that nobody has", "5050005005266"],
])("%s is not valid", async (_, number) => {
  expect((await ask(number)).json).toEqual({ result: { valid: false } });
  expect(portal.requests.list("tax-agency")).toHaveLength(1);
});

test("a wrong check digit needs no question to anybody", async () => {
  expect((await ask("8000012050002")).json).toEqual({ result: { valid: false } });
  expect(portal.requests.list()).toEqual([]);
});

test("the agency is asked about a number once a day", async () => {
  const answers = [];
  for (const _ of [1, 2, 3]) answers.push((await ask("7000012050002")).text);
  expect(new Set(answers).size).toBe(1);
  expect(portal.requests.list("tax-agency")).toHaveLength(1);
  advance(day);
  await ask("7000012050002");
  expect(portal.requests.list("tax-agency")).toHaveLength(2);
});

test("a /64 may look up 20 numbers in an hour, also those that were asked for today", async () => {
  const [last = "", asked = "", ...others] = numbers(21);
  await ask(asked);
  for (const number of [asked, ...others]) expect((await ask(number, "2001:db8::1")).status).toBe(200);
  for (const number of [last, asked]) expect((await ask(number, "2001:db8::2")).status).toBe(429);
  expect((await ask(last)).status).toBe(200);
});

describe("when the agency", () => {
  test.each([403, 404, 500, 0])("answers %i it is 502", async (status) => {
    portal.faults.add({ service: "tax-agency", status });
    expect(outcome(await ask("7000012050002"))).toEqual([502, "provider_failed"]);
  });

  test("answers a page in place of its register it is 502, and asked again", async () => {
    portal.faults.add({ service: "tax-agency", status: 200 });
    expect(outcome(await ask("7000012050002"))).toEqual([502, "provider_failed"]);
    expect((await ask("7000012050002")).json.result.valid).toBe(true);
  });

  test("gave us no application id only the check digit is checked", async () => {
    portal.settings.TAX_AGENCY_APPLICATION_ID = "";
    expect((await ask("7000012050002")).json).toEqual({ result: { valid: true } });
    expect(portal.requests.list()).toEqual([]);
  });
});
