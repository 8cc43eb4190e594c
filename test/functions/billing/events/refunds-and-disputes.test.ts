/** Money that does not come, or goes back: what is written down, who is told, and what becomes of the plan. */

import { expect, test, vi } from "vitest";
import { endOfJapanDay } from "#functions/platform/time.ts";
import { dayMs, hourMs } from "#shared/durations.ts";
import { advance } from "#test/functions/support/portal.ts";
import { counted } from "#test/functions/support/replies.ts";
import type { Owner } from "#test/functions/support/world/customers.ts";
import { startWorld } from "#test/functions/support/world/world.ts";

const world = await startWorld();
const { emulator } = world;
const { simulate } = emulator;

interface Subscriber {
  payer: Owner;
  subscriptionId: string;
  /** The first one. */
  invoice: string;
}

async function subscriber(by: "card" | "invoice"): Promise<Subscriber> {
  emulator.webhooks.mode = "drop";
  const [payer, subscriptionId] = await world.createPayer(by);
  emulator.webhooks.mode = "deliver";
  return { payer, subscriptionId, invoice: await world.latestInvoiceOf(subscriptionId) };
}

/** Every event of the test is told again, twice: nothing may change by that. */
async function retell(): Promise<void> {
  await emulator.webhooks.idle();
  const eventIds = emulator.webhooks.attempts.map(({ eventId }) => eventId);
  for (const id of new Set(eventIds.slice(-8))) await emulator.webhooks.redeliver(id, 2);
}

const lost = () => counted(world.portal, "PaymentsLost");

async function stateOf({ payer, subscriptionId }: Subscriber) {
  const items = await world.rowsOf(payer);
  const { status } = await world.stripe.subscriptions.retrieve(subscriptionId);
  return {
    plan: (await world.profileOf(payer)).plan,
    subscription: status,
    audit: items.flatMap(({ action }) => (action === undefined || action === "upgraded" ? [] : [action])),
    mails: world.subjectsTo(payer.email).filter((subject) => !subject.includes("アップグレード完了")),
  };
}

const isWatched = async ({ invoice }: Subscriber) =>
  (await world.portal.partition("STRIPE_TASKS")).some(({ sk }) => sk === invoice);

/** The plan stays, and nobody is told. */
const unchanged = { plan: "standard", subscription: "active", audit: [], mails: [] };
const refunded = { ...unchanged, audit: ["payment-refunded"], mails: ["ご返金のお知らせ"] };
const suspendedMail = "スタンダードプラン停止のお知らせ";
const overdueMail = "請求書のお支払い期限が過ぎています";

test("a full refund has an audit row, a mail and an alarm; the plan stays", async () => {
  const customer = await subscriber("card");
  await world.refund(customer.payer);
  await retell();
  expect(await stateOf(customer)).toEqual(refunded);
  expect(lost()).toBe(1);
});

test("a partial refund has a mail with the amount so far, without an alarm", async () => {
  const customer = await subscriber("card");
  await world.refund(customer.payer, 1000);
  await retell();
  expect(await stateOf(customer)).toEqual(refunded);
  await world.refund(customer.payer, 500);
  await retell();
  const told = world.mailsTo(customer.payer).filter(({ subject }) => subject?.includes("ご返金"));
  expect(told.map(({ text }) => /合計([\d,]+)円/.exec(text)?.[1])).toEqual(["1,500", "1,000"]);
  expect(lost()).toBe(0);
});

test("a dispute triggers an alarm, and a lost one ends subscription and plan", async () => {
  const customer = await subscriber("card");
  const dispute = simulate.disputed(customer.subscriptionId);
  await retell();
  expect(await stateOf(customer)).toEqual({ ...unchanged, audit: ["dispute-opened"] });
  expect(lost()).toBe(1);
  simulate.disputeClosed(dispute, "lost");
  await retell();
  const { audit, ...state } = await stateOf(customer);
  expect(state).toEqual({ plan: "suspended", subscription: "canceled", mails: [suspendedMail] });
  expect(audit.toSorted()).toEqual(["dispute-lost", "dispute-opened", "plan-suspended"]);
  expect(world.portal.inbox.list(customer.payer.email)[0]?.text).toContain("カード会社");
  expect(lost()).toBe(2);
});

test("a dispute that is won changes nothing", async () => {
  const customer = await subscriber("card");
  simulate.disputeClosed(simulate.disputed(customer.subscriptionId), "won");
  await retell();
  const audit = expect.arrayContaining(["dispute-won"]);
  expect(await stateOf(customer)).toEqual({ ...unchanged, audit });
});

test("an invoice that is written off ends subscription and plan", async () => {
  const customer = await subscriber("invoice");
  simulate.invoiceUncollectible(customer.invoice);
  await retell();
  const ended = { plan: "suspended", subscription: "canceled" };
  expect(await stateOf(customer)).toEqual({ ...ended, audit: ["plan-suspended"], mails: [suspendedMail] });
  expect(lost()).toBe(1);
});

test("a paused collection ends no contract", async () => {
  const customer = await subscriber("invoice");
  const { subscriptionId } = customer;
  const pausing = (pause_collection: "" | { behavior: "mark_uncollectible" }) =>
    world.stripe.subscriptions.update(subscriptionId, { pause_collection });
  await pausing({ behavior: "mark_uncollectible" });
  // Stripe writes off each invoice as it is issued, and the subscription stays active.
  simulate.invoiceUncollectible(customer.invoice);
  await retell();
  expect(await stateOf(customer)).toEqual(unchanged);
  await pausing("");
  await retell();
  expect(await stateOf(customer)).toEqual(unchanged);
});

test("an invoice is late after its day in Japan, told once, and ends the contract", async () => {
  const customer = await subscriber("invoice");
  const { payer } = customer;
  // Stripe issues it after an hour.
  advance(2 * hourMs);
  const { due_date } = await world.settled(() => world.stripe.invoices.retrieve(customer.invoice));
  // Stripe tells nothing of it.
  emulator.webhooks.mode = "drop";
  const endOfDay = endOfJapanDay(Number(due_date) * 1000);
  async function atTime(time: number) {
    vi.setSystemTime(time);
    await world.reconcile();
    const { plan, mails } = await stateOf(customer);
    const { owed } = await world.contractOf(payer);
    return { plan, mails, owed: owed.map(({ state }) => state) };
  }
  expect(await atTime(endOfDay)).toEqual({ plan: "standard", mails: [], owed: ["due"] });
  const told = { plan: "standard", mails: [overdueMail], owed: ["overdue"] };
  for (const later of [2, hourMs, 29 * dayMs]) expect(await atTime(endOfDay + later)).toEqual(told);
  expect(world.mailsTo(payer)[0]?.text).toContain("振込先");
  const ended = { plan: "suspended", mails: [suspendedMail, ...told.mails] };
  expect(await atTime(endOfDay + 31 * dayMs)).toMatchObject(ended);
  expect([(await stateOf(customer)).subscription, lost()]).toEqual(["canceled", 1]);
  expect(await isWatched(customer)).toBe(false);
});

test("an invoice that falls due after its contract has ended is told all the same", async () => {
  const customer = await subscriber("invoice");
  await world.stripe.invoices.finalizeInvoice(customer.invoice);
  await world.settled(() => world.stripe.subscriptions.cancel(customer.subscriptionId));
  advance(32 * dayMs);
  await world.reconcile();
  advance(hourMs);
  await world.reconcile();
  const [mail, ended] = world.mailsTo(customer.payer);
  expect(mail?.subject).toContain("終了したご契約のお支払いについて");
  expect(ended?.subject).toContain(suspendedMail);
  expect(await isWatched(customer)).toBe(false);
});

test("an invoice whose issue was never told is late once its subscription is past due", async () => {
  const customer = await subscriber("invoice");
  emulator.webhooks.mode = "drop";
  await world.stripe.invoices.finalizeInvoice(customer.invoice);
  emulator.webhooks.mode = "deliver";
  simulate.invoiceOverdue(customer.invoice);
  await retell();
  expect((await stateOf(customer)).mails).toEqual([overdueMail]);
});

test("a due date that an operator moved at Stripe counts", async () => {
  const customer = await subscriber("invoice");
  const { due_date } = await world.settled(() => world.stripe.invoices.finalizeInvoice(customer.invoice));
  simulate.invoiceExtended(customer.invoice, 10);
  for (const [days, mails] of [
    [9, []],
    [12, [overdueMail]],
  ] as const) {
    vi.setSystemTime(Number(due_date) * 1000 + days * dayMs);
    await world.reconcile();
    expect((await stateOf(customer)).mails).toEqual(mails);
  }
});

test.each([
  ["that Stripe cannot issue rings", false, 1],
  ["that Stripe could issue meanwhile does not ring", true, 0],
])("an invoice %s", async (_, isIssuedSince, alarms) => {
  const { invoice } = await subscriber("invoice");
  emulator.webhooks.mode = "drop";
  simulate.invoiceNotIssued(invoice);
  if (isIssuedSince) await world.stripe.invoices.finalizeInvoice(invoice);
  await world.sendEvent("invoice.finalization_failed", invoice);
  expect(lost()).toBe(alarms);
});

test("an invoice that was paid late is watched no more", async () => {
  const customer = await subscriber("invoice");
  await world.settled(() => simulate.invoiceOverdue(customer.invoice));
  simulate.invoicePaid(customer.invoice);
  await retell();
  advance(31 * dayMs);
  await world.reconcile();
  expect(await stateOf(customer)).toMatchObject({ plan: "standard", subscription: "active" });
  expect(await isWatched(customer)).toBe(false);
});

test("an invoice whose card Stripe still retries, or left on hold, ends no contract", async () => {
  const customer = await subscriber("card");
  const { subscriptionId } = customer;
  const invoice = simulate.paymentFailed(subscriptionId);
  await retell();
  advance(45 * dayMs);
  await world.reconcile();
  expect(await stateOf(customer)).toMatchObject({ plan: "standard", subscription: "past_due" });
  await world.pass(subscriptionId, "unpaid");
  advance(45 * dayMs);
  await world.reconcile();
  expect(await stateOf(customer)).toMatchObject({ plan: "suspended", subscription: "unpaid" });
  expect(await isWatched({ ...customer, invoice })).toBe(false);
});
