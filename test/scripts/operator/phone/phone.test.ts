/** An operator's view of one phone number. */
import { expect, test } from "vitest";
import { newPerson } from "#test/functions/support/people.ts";
import { advance } from "#test/functions/support/portal.ts";
import { callUp, check, codeOf, send } from "#test/functions/support/verified-phone.ts";
import { startOperator } from "#test/scripts/support/operator.ts";

const desk = await startOperator();
const minute = 60_000;

async function show(number: string): Promise<Record<string, string>> {
  const lines = (await desk.run("phone", number)).split("\n");
  return Object.fromEntries(lines.map((line) => /^(.+?) {2,}(.*)$/.exec(line)?.slice(1) ?? []));
}
const wrongFor = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

test("a visitor's number: the verification, its wrong codes, and when the next SMS may go; never the code", async () => {
  const person = newPerson();
  expect(await show(person.phoneNumber)).toMatchObject({
    customer: "none",
    SMS: "running",
    "last SMS": "none in the last 15 minutes",
    verification: "none",
    "next SMS for a sign-up": "now; 10 of 10 left",
  });
  const { json } = await send(desk.portal, person);
  const code = codeOf(desk.portal, person);
  await check(desk.portal, json.request_id, wrongFor(code));
  const shown = await show(person.phoneNumber);
  expect(shown.verification).toMatch(/^waits for the code until \d{4}-.*; 1 of 3 wrong codes$/);
  expect(shown["next SMS for a sign-up"]).toMatch(/\(in 59 seconds\); 9 of 10 left$/);
  expect(JSON.stringify(shown)).not.toContain(code);
  advance(minute);
  await callUp(desk.portal, json.request_id, person);
  expect((await show(person.phoneNumber))["last SMS"]).toMatch(/ by voice$/);
  await check(desk.portal, json.request_id, code);
  expect(await show(person.phoneNumber)).toMatchObject({ verification: "verified" });
});

test("three wrong codes, an expired code, a lost answer, a stop: each is said", async () => {
  const person = newPerson();
  const { json } = await send(desk.portal, person);
  for (const _ of [1, 2, 3]) await check(desk.portal, json.request_id, wrongFor(codeOf(desk.portal, person)));
  expect((await show(person.phoneNumber)).verification).toContain("ended by 3 wrong codes");
  advance(15 * minute);
  expect((await show(person.phoneNumber)).verification).toBe("expired");
  desk.portal.faults.add({ service: "vonage", status: 0, after: true });
  const unanswered = newPerson();
  await send(desk.portal, unanswered);
  expect((await show(unanswered.phoneNumber))["last SMS"]).toContain("Vonage's answer is missing");
  await desk.run("stop", "sms", "--reason", "x");
  expect((await show(person.phoneNumber)).SMS).toContain("stopped since");
  await desk.run("start", "sms", "--reason", "x");
});

test("a customer's number: whose it is, with both limits; the look is in the audit trail", async () => {
  const owner = await desk.signedUp();
  for (let count = 0; count < 9; count += 1) {
    advance(minute);
    await send(desk.portal, { ...newPerson(), phoneNumber: owner.phoneNumber });
  }
  const shown = await show(owner.phoneNumber);
  expect(shown.customer).toBe(`${owner.loginId}, customer id ${owner.customerId}, sub ${owner.sub}`);
  expect(shown["next SMS for a sign-up"]).toMatch(/\(in \d{4,5} seconds\); 0 of 10 left$/);
  expect(shown[`next SMS for ${owner.loginId}`]).toMatch(/5 of 5 left$/);
  expect((await desk.trailOf(owner)).at(-1)).toMatchObject({ action: "looked-up" });
  expect((await show(owner.phoneNumber.replace(/^0/, "+81-"))).customer).toBe(shown.customer);
});

test("a number that is no mobile is refused in a sentence", async () => {
  await expect(desk.run("phone", "03-1234-5678")).rejects.toThrow("is not a Japanese mobile number");
});
