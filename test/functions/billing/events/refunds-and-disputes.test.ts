/** Money that does not come, or goes back: what is written down, who is told, and what becomes of the plan. */

import { expect, test, vi } from "vitest";
import { endOfJapanDay } from "#functions/platform/time.ts";
import { dayMs, hourMs } from "#shared/durations.ts";
import { advance } from "#test/functions/support/portal.ts";
import type { Owner } from "#test/functions/support/world/customers.ts";
import { startWorld } from "#test/functions/support/world/world.ts";

const world = await startWorld();

interface Subscriber {
  payer: Owner;
  subscriptionId: string;
  /** The first one. */
  invoice: string;
}

async function subscriber(by: "card" | "invoice"): Promise<Subscriber> {
  world.emulator.webhooks.mode = "drop";
  const [payer, subscriptionId] = await world.createPayer(by);
  world.emulator.webhooks.mode = "deliver";
  return { payer, subscriptionId, invoice: await world.latestInvoiceOf(subscriptionId) };
}

/** Every event of the test is told again, twice: nothing may change by that. */
async function retell(): Promise<void> {
  await world.emulator.webhooks.idle();
  const eventIds = world.emulator.webhooks.attempts.map(({ eventId }) => eventId);
  for (const id of new Set(eventIds.slice(-8))) await world.emulator.webhooks.redeliver(id, 2);
}

const lost = () => world.portal.logged.filter((line) => line.includes('"PaymentsLost":1')).length;

async function stateOf({ payer, subscriptionId }: Subscriber) {
  const items = await world.rowsOf(payer);
  const { status } = await world.stripe.subscriptions.retrieve(subscriptionId);
  return {
    plan: (await world.recordOf(payer)).plan,
    subscription: status,
    audit: items.flatMap(({ action }) => (action === undefined || action === "upgraded" ? [] : [action])),
    mails: world.subjectsTo(payer.email).filter((subject) => !subject.includes("アップグレード完了")),
  };
}

const isWatched = async ({ invoice }: Subscriber) =>
  (await world.portal.partition("STRIPE_CHECKS")).some(({ sk }) => sk === invoice);

async function intentOf({ payer }: Subscriber): Promise<string> {
  const { stripeCustomerId: customer = "" } = await world.recordOf(payer);
  const [intent] = (await world.stripe.paymentIntents.list({ customer })).data;
  return intent?.id ?? "";
}

test("a full refund has an audit row, a mail and an alarm; the plan stays", async () => {
  const customer = await subscriber("card");
  await world.stripe.refunds.create({ payment_intent: await intentOf(customer) });
  await retell();
  expect(await stateOf(customer)).toEqual({
    plan: "standard",
    subscription: "active",
    audit: ["payment-refunded"],
    mails: ["ご返金のお知らせ"],
  });
  expect(lost()).toBe(1);
});

test("a partial refund has an audit row and a mail with the amount so far, without an alarm; the plan stays", async () => {
  const customer = await subscriber("card");
  const refund = async (amount: number) =>
    world.stripe.refunds.create({ payment_intent: await intentOf(customer), amount });
  await refund(1000);
  await retell();
  expect(await stateOf(customer)).toMatchObject({
    plan: "standard",
    audit: ["payment-refunded"],
    mails: ["ご返金のお知らせ"],
  });
  await refund(500);
  await retell();
  const told = world.mailsTo(customer.payer).filter(({ subject }) => subject?.includes("ご返金"));
  expect(told.map(({ text }) => /合計([\d,]+)円/.exec(text)?.[1])).toEqual(["1,500", "1,000"]);
  expect(lost()).toBe(0);
});

test("a dispute triggers an alarm, and a lost one ends subscription and plan", async () => {
  const customer = await subscriber("card");
  const dispute = world.emulator.simulate.disputed(customer.subscriptionId);
  await retell();
  expect(await stateOf(customer)).toMatchObject({ plan: "standard", audit: ["dispute-opened"], mails: [] });
  expect(lost()).toBe(1);
  world.emulator.simulate.disputeClosed(dispute, "lost");
  await retell();
  const { audit, ...state } = await stateOf(customer);
  expect(state).toEqual({
    plan: "suspended",
    subscription: "canceled",
    mails: ["スタンダードプラン停止のお知らせ"],
  });
  expect(new Set(audit)).toEqual(new Set(["dispute-opened", "dispute-lost", "plan-suspended"]));
  expect(audit).toHaveLength(3);
  expect(world.portal.inbox.list(customer.payer.email)[0]?.text).toContain("カード会社");
  expect(lost()).toBe(2);
});

test("a dispute that is won changes nothing", async () => {
  const customer = await subscriber("card");
  const dispute = world.emulator.simulate.disputed(customer.subscriptionId);
  world.emulator.simulate.disputeClosed(dispute, "won");
  await retell();
  const { audit, ...state } = await stateOf(customer);
  expect(state).toEqual({ plan: "standard", subscription: "active", mails: [] });
  expect(audit).toContain("dispute-won");
});

test("an invoice that is written off ends subscription and plan", async () => {
  const customer = await subscriber("invoice");
  world.emulator.simulate.invoiceUncollectible(customer.invoice);
  await retell();
  expect(await stateOf(customer)).toEqual({
    plan: "suspended",
    subscription: "canceled",
    audit: ["plan-suspended"],
    mails: ["スタンダードプラン停止のお知らせ"],
  });
  expect(lost()).toBe(1);
});

test("a paused collection ends no contract", async () => {
  const customer = await subscriber("invoice");
  const { subscriptionId } = customer;
  const pausing = (pause_collection: "" | { behavior: "mark_uncollectible" }) =>
    world.stripe.subscriptions.update(subscriptionId, { pause_collection });
  await pausing({ behavior: "mark_uncollectible" });
  // Stripe writes off each invoice as it is issued, and the subscription stays active.
  world.emulator.simulate.invoiceUncollectible(customer.invoice);
  await retell();
  const unchanged = { plan: "standard", subscription: "active", audit: [], mails: [] };
  expect(await stateOf(customer)).toEqual(unchanged);
  await pausing("");
  await retell();
  expect(await stateOf(customer)).toEqual(unchanged);
});

test("an invoice is late from the end of its due day in Japan: told once, without any event of Stripe's, and after 30 days its contract ends", async () => {
  const customer = await subscriber("invoice");
  const { payer } = customer;
  // Stripe issues it after an hour.
  advance(2 * hourMs);
  const { due_date } = await world.stripe.invoices.retrieve(customer.invoice);
  await world.emulator.webhooks.idle();
  world.emulator.webhooks.mode = "drop";
  const endOfDay = endOfJapanDay(Number(due_date) * 1000);
  async function atTime(time: number) {
    vi.setSystemTime(time);
    await world.reconcile();
    const { plan, mails } = await stateOf(customer);
    const { owed } = await world.contractOf(payer);
    return { plan, mails, owed: owed.map(({ state }) => state) };
  }
  expect(await atTime(endOfDay)).toEqual({ plan: "standard", mails: [], owed: ["due"] });
  const told = { plan: "standard", mails: ["請求書のお支払い期限が過ぎています"], owed: ["overdue"] };
  for (const later of [2, hourMs, 29 * dayMs]) expect(await atTime(endOfDay + later)).toEqual(told);
  expect(world.mailsTo(payer)[0]?.text).toContain("振込先");
  expect(await atTime(endOfDay + 31 * dayMs)).toMatchObject({
    plan: "suspended",
    mails: ["スタンダードプラン停止のお知らせ", ...told.mails],
  });
  expect([(await stateOf(customer)).subscription, lost()]).toEqual(["canceled", 1]);
  expect(await isWatched(customer)).toBe(false);
});

test("an invoice that falls due after its contract has ended is told all the same", async () => {
  const customer = await subscriber("invoice");
  await world.stripe.invoices.finalizeInvoice(customer.invoice);
  await world.stripe.subscriptions.cancel(customer.subscriptionId);
  await world.emulator.webhooks.idle();
  advance(32 * dayMs);
  await world.reconcile();
  advance(hourMs);
  await world.reconcile();
  const [mail, ended] = world.mailsTo(customer.payer);
  expect(mail?.subject).toContain("終了したご契約のお支払いについて");
  expect(ended?.subject).toContain("スタンダードプラン停止のお知らせ");
  expect(await isWatched(customer)).toBe(false);
});

test("an invoice whose issue was never told is late once its subscription is past due", async () => {
  const customer = await subscriber("invoice");
  world.emulator.webhooks.mode = "drop";
  await world.stripe.invoices.finalizeInvoice(customer.invoice);
  world.emulator.webhooks.mode = "deliver";
  world.emulator.simulate.invoiceOverdue(customer.invoice);
  await retell();
  expect((await stateOf(customer)).mails).toEqual(["請求書のお支払い期限が過ぎています"]);
});

test("a due date that an operator moved at Stripe counts", async () => {
  const customer = await subscriber("invoice");
  const { due_date } = await world.stripe.invoices.finalizeInvoice(customer.invoice);
  await world.emulator.webhooks.idle();
  world.emulator.simulate.invoiceExtended(customer.invoice, 10);
  vi.setSystemTime((Number(due_date) + 9 * 86_400) * 1000);
  await world.reconcile();
  expect((await stateOf(customer)).mails).toEqual([]);
  vi.setSystemTime((Number(due_date) + 12 * 86_400) * 1000);
  await world.reconcile();
  expect((await stateOf(customer)).mails).toEqual(["請求書のお支払い期限が過ぎています"]);
});

test("an invoice that Stripe cannot issue triggers an alarm; one that it could issue meanwhile does not", async () => {
  for (const isIssuedSince of [false, true]) {
    const { invoice } = await subscriber("invoice");
    world.emulator.webhooks.mode = "drop";
    world.emulator.simulate.invoiceNotIssued(invoice);
    if (isIssuedSince) await world.stripe.invoices.finalizeInvoice(invoice);
    await world.sendEvent("invoice.finalization_failed", invoice);
    expect(lost()).toBe(1);
  }
});

test("an invoice that was paid late is watched no more", async () => {
  const customer = await subscriber("invoice");
  world.emulator.simulate.invoiceOverdue(customer.invoice);
  await world.emulator.webhooks.idle();
  world.emulator.simulate.invoicePaid(customer.invoice);
  await retell();
  advance(31 * dayMs);
  await world.reconcile();
  expect(await stateOf(customer)).toMatchObject({ plan: "standard", subscription: "active" });
  expect(await isWatched(customer)).toBe(false);
});

test("an invoice whose card Stripe still retries ends nothing, however long that takes; nor one that Stripe left on hold", async () => {
  const customer = await subscriber("card");
  const { subscriptionId } = customer;
  const invoice = world.emulator.simulate.paymentFailed(subscriptionId);
  await retell();
  advance(45 * dayMs);
  await world.reconcile();
  expect(await stateOf(customer)).toMatchObject({ plan: "standard", subscription: "past_due" });
  world.emulator.passTime(subscriptionId, { event: "unpaid" });
  await world.emulator.webhooks.idle();
  advance(45 * dayMs);
  await world.reconcile();
  expect(await stateOf(customer)).toMatchObject({ plan: "suspended", subscription: "unpaid" });
  expect(await isWatched({ ...customer, invoice })).toBe(false);
});
