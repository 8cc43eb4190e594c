/** An operator's view of one phone number. */
import { expect, test } from "vitest";
import { newPerson } from "#test/functions/support/people.ts";
import { advance } from "#test/functions/support/portal.ts";
import { check, codeOf, send } from "#test/functions/support/verified-phone.ts";
import { startOperator } from "#test/scripts/support/operator.ts";

const desk = await startOperator();
const minute = 60_000;

test("the command shows whose number it is, the wrong codes and both limits, but never the code; the look is in the audit trail", async () => {
  const owner = await desk.signedUp();
  advance(minute);
  const person = { ...newPerson(), phoneNumber: owner.phoneNumber };
  const { json } = await send(desk.portal, person);
  const code = codeOf(desk.portal, person);
  await check(desk.portal, json.request_id, String((Number(code) + 1) % 1_000_000).padStart(6, "0"));
  const shown = JSON.parse(await desk.run("phone", owner.phoneNumber.replace(/^0/, "+81-"), "--json"));
  expect(shown).toMatchObject({
    customer: `${owner.loginId}, customer id ${owner.customerId}, sub ${owner.sub}`,
    SMS: "running",
    verification: expect.stringMatching(/^waits for the code until \d{4}-.*; 1 of 3 wrong codes$/),
    "next SMS for a sign-up": expect.stringMatching(/\(in \d\d seconds\); 8 of 10 left$/),
    [`next SMS for ${owner.loginId}`]: expect.stringMatching(/5 of 5 left$/),
  });
  expect(JSON.stringify(shown)).not.toContain(code);
  expect((await desk.trailOf(owner)).at(-1)).toMatchObject({ action: "looked-up" });
});

test("a number that is no mobile is refused in a sentence", async () => {
  await expect(desk.run("phone", "03-1234-5678")).rejects.toThrow("is not a Japanese mobile number");
});
