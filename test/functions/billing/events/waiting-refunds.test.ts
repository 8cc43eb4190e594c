/** Refunds of bank transfers, for which Stripe asks the customer for a bank account and gives up after 45 days. */

import { afterEach, expect, test } from "vitest";
import { dayMs } from "#shared/durations.ts";
import { advance } from "#test/functions/support/portal.ts";
import { counted } from "#test/functions/support/replies.ts";
import type { Owner } from "#test/functions/support/world/customers.ts";
import { startWorld } from "#test/functions/support/world/world.ts";

const world = await startWorld({ deliversEvents: true });
const { emulator, stripe, settled } = world;

async function subscriberBy(by: "card" | "invoice"): Promise<Owner> {
  const [payer, subscriptionId] = await world.createPayer(by);
  if (by === "invoice") emulator.simulate.invoicePaid(await world.latestInvoiceOf(subscriptionId));
  return payer;
}

/** In the Dashboard. */
const refund = (payer: Owner) => settled(() => world.refund(payer));
const end = ({ id }: { id: string }, status: "succeeded" | "failed") =>
  settled(() => emulator.simulate.refundEnded(id, status));

async function letPass(days: number): Promise<void> {
  advance(days * dayMs);
  // Stripe's clock moves with the next call.
  await settled(() => stripe.refunds.list({ limit: 1 }));
  await world.reconcile();
}

/** As after a run that broke off. */
async function makeDue({ id }: { id: string }): Promise<void> {
  await world.portal.put({ ...(await world.portal.item("STRIPE_TASKS", id)), nextAttemptAt: 0 });
}

const alarms = ({ sub }: Owner): number =>
  world.portal.logged.filter((line) => /"event":"refund (waits|failed)"/.test(line) && line.includes(sub))
    .length;
afterEach(() => {
  const said = world.portal.logged.filter((line) => line.includes('"event":"refund '));
  expect(counted(world.portal, "RefundsWaiting")).toBe(said.length);
});
const mailsAbout = (payer: Owner) =>
  world.mailsTo(payer).filter(({ subject }) => subject?.includes("ご返金") ?? false);
const isFollowed = async ({ id }: { id: string }) =>
  (await world.portal.partition("STRIPE_TASKS")).some(({ sk }) => sk === id);

test.each([
  ["a bank account", "invoice", "Stripe", "カード"],
  ["the card", "card", "カードの明細", "Stripe"],
] as const)("a refund is mailed as one to %s if it was paid by %s", async (_, by, said, unsaid) => {
  const payer = await subscriberBy(by);
  const made = await refund(payer);
  const [mail, ...others] = mailsAbout(payer);
  expect(others).toEqual([]);
  expect(mail?.text).toContain(said);
  expect(mail?.text).not.toContain(unsaid);
  expect(await isFollowed(made)).toBe(by === "invoice");
});

const modes = ["deliver", "drop"] as const;
test.each(modes)("a refund that waits is mailed again, and rings before its end (%s)", async (mode) => {
  const payer = await subscriberBy("invoice");
  const made = await refund(payer);
  emulator.webhooks.mode = mode;
  await letPass(29);
  expect(mailsAbout(payer)).toHaveLength(1);
  for (const days of [1.1, 5, 3, 1]) {
    await makeDue(made);
    await letPass(days);
    const [reminder, ...earlier] = mailsAbout(payer);
    expect(earlier).toHaveLength(1);
    expect(reminder?.subject).toContain("ご返金先の口座のご登録のお願い");
    expect(reminder?.text).toContain(made.next_action?.display_details?.email_sent.email_sent_to);
    expect(reminder?.text).toContain(`${made.amount.toLocaleString("ja-JP")}円`);
  }
  expect(alarms(payer)).toBe(0);
  await letPass(1);
  await letPass(1);
  expect(alarms(payer)).toBe(1);
  await letPass(4);
  expect(await stripe.refunds.retrieve(made.id)).toMatchObject({ status: "canceled" });
  expect(alarms(payer)).toBe(mode === "deliver" ? 2 : 1);
  await letPass(1);
  expect(alarms(payer)).toBe(2);
  expect(mailsAbout(payer)).toHaveLength(2);
  expect(await isFollowed(made)).toBe(false);
});

test("a refund that has arrived is followed no more", async () => {
  const payer = await subscriberBy("invoice");
  const made = await refund(payer);
  await end(made, "succeeded");
  expect(await isFollowed(made)).toBe(false);
  await letPass(41);
  expect([alarms(payer), mailsAbout(payer).length]).toEqual([0, 1]);
});

test.each(["invoice", "card"] as const)("a refund by %s that a bank refuses rings once", async (by) => {
  const payer = await subscriberBy(by);
  const made = await refund(payer);
  await end(made, "failed");
  for (const event of ["refund.updated", "refund.failed"]) await world.sendEvent(event, made.id);
  expect(alarms(payer)).toBe(1);
  expect(await isFollowed(made)).toBe(false);
});

test("a refund of a payment for nothing is followed like any other", async () => {
  const payer = await subscriberBy("invoice");
  const [charge] = await world.chargesOf(payer);
  emulator.webhooks.mode = "drop";
  const made = await refund(payer);
  await world.changeProfile(payer, { subscriptionId: "sub_2" });
  await world.sendEvent("charge.refunded", charge?.id ?? "");
  expect(mailsAbout(payer)).toEqual([]);
  expect(await isFollowed(made)).toBe(true);
});

test("a closed account is erased once its refund has arrived", async () => {
  const payer = await subscriberBy("invoice");
  const made = await refund(payer);
  await world.recordSignIn(payer);
  await world.closeAccount(payer);
  await world.reconcileLater();
  advance(31 * dayMs);
  expect(await world.runRetention()).toMatchObject({ erased: 0 });
  await end(made, "succeeded");
  expect(await world.runRetention()).toMatchObject({ erased: 1 });
  expect(alarms(payer)).toBe(0);
  await end(made, "failed");
  expect(alarms(payer)).toBeGreaterThan(0);
});
