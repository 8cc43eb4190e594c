import { expect, test, vi } from "vitest";
import { isAllowedKeyCheckLink } from "#shared/key-check.ts";
import { newPerson } from "../support/people.ts";
import { advance, startPortal } from "../support/portal.ts";

const portal = await startPortal();

const check = (api_key: string, person = newPerson()) =>
  portal.call("voice-provider-check", { by: person, body: { api_key } });

test("a key of our account's that is in use is good", async () => {
  const { status, json } = await check("a1b2c3d4");
  expect([status, json.result]).toEqual([200, { status: "updated" }]);
});

test.each([
  ["unknown", "ffffffff", "確認できませんでした"],
  ["suspended", "b2c3d4e5", "停止されています"],
])("a key that is %s is explained, with a link to where to look", async (_, key, sentence) => {
  const { status, json } = await check(key);
  const { status: result, message1, link = "", message2 } = json.result;
  expect([status, result]).toEqual([200, "not_updated"]);
  expect(message1).toContain(sentence);
  expect(message2).toMatch(/。$/);
  expect(isAllowedKeyCheckLink(link)).toBe(true);
});

test.each([
  "javascript:alert(1)",
  "http://dashboard.vonage.com/",
  "https://dashboard.vonage.com.evil.example/",
  "https://dashboard.vonage.com@evil.example/",
  "https://user@dashboard.vonage.com/",
  "/menu",
])("%s is no link to show", (link) => {
  expect(isAllowedKeyCheckLink(link)).toBe(false);
});

test("a customer may look ten keys up in an hour, also around the full hour", async () => {
  const hour = 60 * 60_000;
  vi.setSystemTime((Math.floor(Date.now() / hour) + 1) * hour - 60_000);
  const person = newPerson();
  for (let count = 0; count < 10; count += 1) expect((await check("ffffffff", person)).status).toBe(200);
  advance(2 * 60_000);
  const { status, headers } = await check("a1b2c3d4", person);
  expect(status).toBe(429);
  expect((await check("a1b2c3d4")).status).toBe(200);
  // One more as soon as the answer says, and not a second before.
  const seconds = Number(headers["retry-after"]);
  advance((seconds - 1) * 1000);
  expect((await check("a1b2c3d4", person)).status).toBe(429);
  advance(1000);
  expect((await check("a1b2c3d4", person)).status).toBe(200);
});

test.each([0, 401, 500])("Vonage answering %i is 502, not a verdict on the key", async (status) => {
  portal.faults.add({ service: "vonage", status, times: 2 });
  expect((await check("a1b2c3d4")).status).toBe(502);
});

test("a dead connection to Vonage is replaced", async () => {
  portal.faults.add({ service: "vonage", status: 0 });
  expect((await check("a1b2c3d4")).status).toBe(200);
});
