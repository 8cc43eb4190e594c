/** Deletions that the brake stopped: an operator sees what waits, and allows that number. */
import { expect, test } from "vitest";
import { dayMs } from "#shared/durations.ts";
import { accountState, seedUnconfirmed } from "#test/functions/support/accounts.ts";
import { newPerson } from "#test/functions/support/people.ts";
import { advance } from "#test/functions/support/portal.ts";
import { startOperator } from "#test/scripts/support/operator.ts";

const desk = await startOperator();
const because = ["--reason", "登録の集中を確認"];

test("waiting accounts are named with their number, and deleted once it is allowed", async () => {
  const people = Array.from({ length: 6 }, newPerson);
  for (const person of people) seedUnconfirmed(desk.portal, person);
  advance(dayMs);
  expect(await desk.run("deletions")).toBe("No deletion waits.");
  expect(await desk.runRetention()).toMatchObject({ unconfirmed: 0 });
  const shown = await desk.run("deletions");
  expect(shown).toMatch(/^6 unconfirmed accounts are due, and a run may delete 5\./);
  for (const { sub, loginId } of people) {
    expect(shown).toContain(sub);
    expect(shown).not.toContain(loginId);
  }
  const allow = (kind: string, count: number) =>
    desk.run("allow-deletions", kind, "--confirm", String(count), ...because);
  await expect(desk.expectNothingWritten(() => allow("unconfirmed", 5))).rejects.toThrow("--confirm 6");
  await expect(desk.expectNothingWritten(() => allow("closed", 6))).rejects.toThrow("No deletion of closed");
  await allow("unconfirmed", 6);
  expect(await desk.run("deletions")).toMatch(
    /6 are allowed until [\s\S]* unconfirmed +6 +\S+@\S+ +登録の集中を確認/,
  );
  expect(await desk.runRetention()).toMatchObject({ unconfirmed: 6 });
  expect(await desk.runRetention()).toMatchObject({ unconfirmed: 0 });
  expect(await desk.run("deletions")).not.toContain("are due");
});

test("a customer without a profile is erased by --force only, without a live contract", async () => {
  const [payer] = await desk.createPayer("card");
  await desk.portal.remove(`CUSTOMER#${payer.sub}`, "PROFILE");
  const erase = (...more: string[]) => desk.run("erase", payer.loginId, ...because, ...more);
  await expect(desk.expectNothingWritten(() => erase())).rejects.toThrow(
    /The profile is missing, but .*cus_/,
  );
  await expect(desk.expectNothingWritten(() => erase("--force"))).rejects.toThrow(
    "Stripe still has a subscription",
  );
  const [{ id = "" } = {}] = desk.stripeState().subscriptions;
  desk.emulator.simulate.subscriptionEnds(id);
  await erase("--force");
  expect(await accountState(desk.portal, payer)).toBe("gone");
  const left = (await desk.portal.everything()).filter((row) => JSON.stringify(row).includes(payer.sub));
  // The audit trail, the mail about it, and the second look at Stripe.
  const partitions = new Set(left.map(({ pk }) => String(pk).split("#")[0]));
  expect([...partitions].sort()).toEqual(["CUSTOMER", "ERASED", "OUTBOX", "STRIPE_TASKS"]);
  expect(desk.stripeState().customers.map(({ email, phone }) => [email, phone])).toEqual([[null, null]]);
});
