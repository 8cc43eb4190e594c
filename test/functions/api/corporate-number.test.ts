import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { handler } from "../../../functions/api/corporate-number.ts";
import { corporateNumber } from "../../../shared/endpoints.ts";
import { eventOf } from "../support/events.ts";
import { type Portal, startPortal } from "../support/portal.ts";

let portal: Portal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.close());
beforeEach(() => {
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
  portal.faults.clear();
  portal.requests.clear();
});

const ask = (number: string) => portal.call("corporate-number", handler, eventOf({ query: { number } }));

test("a registered corporation comes with its name and address", async () => {
  const { status, json } = await ask("7000012050002");
  expect(status).toBe(200);
  expect(corporateNumber.response.parse(json)).toEqual({
    result: { valid: true, name: "国税庁", address: "東京都千代田区霞が関３丁目１－１" },
  });
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

test.each(["", "123", "70000120500020", "７０００012050002", "7000012050002,7000020100005"])(
  "%j is refused with 400",
  async (number) => {
    expect((await ask(number)).status).toBe(400);
  },
);

describe("when the agency", () => {
  test.each([403, 404, 500, 0])("answers %i it is 502", async (status) => {
    portal.faults.add({ service: "tax-agency", status, times: 1, after: false, delayMs: 0 });
    const reply = await ask("7000012050002");
    expect([reply.status, reply.json.error.code]).toEqual([502, "provider_failed"]);
  });

  test("gave us no application id only the check digit is looked at", async () => {
    portal.settings.TAX_AGENCY_APPLICATION_ID = "";
    expect((await ask("7000012050002")).json).toEqual({ result: { valid: true } });
    expect(portal.requests.list()).toEqual([]);
  });
});
