/** A customer who has cancelled, or whose subscription Stripe abandoned, subscribes again through the same checkout. */
import { beforeEach, describe, expect, test, vi } from "vitest";
import { startContracts } from "#test/functions/support/contracts.ts";
import { type Payer, successPath } from "#test/functions/support/paying.ts";

const contracts = await startContracts();
beforeEach(() => {
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
  contracts.portal.faults.clear();
  contracts.emulator.webhooks.mode = "drop";
});

const subject = "【電話連携プラグイン】スタンダードプランのご契約再開のお知らせ";
type By = "card" | "invoice";

/** A customer whose contract is over. */
async function formerSubscriber(by: By = "card"): Promise<[payer: Payer, formerId: string]> {
  const [payer, id] = await contracts.upgradedPayer(by);
  contracts.emulator.passTime(id, { event: "gave_up" });
  await contracts.tell("customer.subscription.deleted", id);
  expect((await contracts.recordOf(payer)).plan).toBe("suspended");
  return [payer, id];
}

/** Stripe has given up the renewal and waits for its payment. */
async function unpaidSubscriber(): Promise<[payer: Payer, id: string, invoiceId: string]> {
  const [payer, id] = await contracts.upgradedPayer("card");
  contracts.emulator.passTime(id, { event: "payment_failed" });
  contracts.emulator.passTime(id, { event: "unpaid" });
  await contracts.tell("customer.subscription.updated", id);
  expect((await contracts.recordOf(payer)).plan).toBe("suspended");
  const { latest_invoice: invoice } = await contracts.stripe.subscriptions.retrieve(id);
  return [payer, id, String(invoice)];
}

const fromContract = { cancel_path: "/contract" };
const openPage = (payer: Payer) => contracts.card(payer, successPath(), fromContract);

async function subscribeAgain(payer: Payer, by: By): Promise<void> {
  if (by === "invoice") {
    expect((await contracts.invoice(payer)).status).toBe(200);
    return;
  }
  const { json } = await openPage(payer);
  contracts.emulator.decide(json.checkout_session_id, { outcome: "paid", card: "jcb" });
  expect((await contracts.comeBack(payer)).status).toBe(200);
}

/** One subscription is in force, the record names it, and the customer was told once. */
async function expectResubscribed(payer: Payer, by: By, times = 1): Promise<void> {
  await contracts.expectInSync(payer);
  const { plan, paymentType, subscriptionId } = await contracts.recordOf(payer);
  expect([plan, paymentType]).toEqual(["standard", by]);
  const goingOn = (await contracts.subscriptionsOf(payer)).filter(({ status }) => status !== "canceled");
  expect(goingOn.map(({ id }) => id)).toEqual([subscriptionId]);
  const { actions, mails } = await contracts.toldOf(payer);
  expect(actions.filter((each) => each === "resubscribed")).toHaveLength(times);
  expect(new Set(mails)).toContain(subject);
  const { openSessions, underWay, stripeCustomers } = await contracts.outcomeOf(payer);
  expect([openSessions, underWay, stripeCustomers]).toEqual([0, 0, 1]);
}

describe.each([
  ["card", "invoice"],
  ["invoice", "card"],
  ["card", "card"],
] as const)("from %s to %s", (before, after) => {
  test("the contract begins anew, and what was registered is still there", async () => {
    const [payer, formerId] = await formerSubscriber(before);
    const { hasApiSecret, hasPrivateKey, applicationId, apiKey } = await contracts.recordOf(payer);
    await subscribeAgain(payer, after);
    await expectResubscribed(payer, after);
    expect(await contracts.recordOf(payer)).toMatchObject({
      hasApiSecret,
      hasPrivateKey,
      applicationId,
      apiKey,
    });
    const { status, invoices, paymentMethod } = await contracts.contractOf(payer);
    expect([status, paymentMethod?.type]).toEqual(["active", after]);
    // The invoices of the former contract are still the customer's.
    expect(invoices?.length).toBeGreaterThanOrEqual(before === "card" ? 1 : 0);
    // Late events of the former contract change nothing.
    await contracts.tell("customer.subscription.deleted", formerId);
    if (before === "card") {
      const [, first] = contracts.eventsOf("checkout.session.completed").toReversed();
      if (first) await contracts.emulator.webhooks.redeliver(first.id);
    }
    await expectResubscribed(payer, after);
    expect((await contracts.stripe.refunds.list()).data).toEqual([]);
  });
});

test("a card page of the former contract changes nothing of how the next one is paid", async () => {
  const [payer, formerId] = await contracts.upgradedPayer("invoice");
  const session = contracts.sessionIn(await contracts.payBy(payer, "card"));
  contracts.emulator.passTime(formerId, { event: "gave_up" });
  await contracts.tell("customer.subscription.deleted", formerId);
  await subscribeAgain(payer, "invoice");
  contracts.emulator.decide(session, { outcome: "paid", card: "jcb" });
  await contracts.tell("checkout.session.completed", session);
  await expectResubscribed(payer, "invoice");
});

test("again and again", async () => {
  const [payer] = await formerSubscriber();
  for (const [times, by] of [
    [1, "invoice"],
    [2, "card"],
  ] as const) {
    await subscribeAgain(payer, by);
    await expectResubscribed(payer, by, times);
    const { subscriptionId = "" } = await contracts.recordOf(payer);
    contracts.emulator.passTime(subscriptionId, { event: "gave_up" });
    await contracts.tell("customer.subscription.deleted", subscriptionId);
  }
});

test("the page leads back to /contract, and who comes back without having paid is still suspended", async () => {
  const [payer] = await formerSubscriber();
  expect((await contracts.comeBack(payer)).status).toBe(402);
  const { json } = await openPage(payer);
  const session = await contracts.stripe.checkout.sessions.retrieve(json.checkout_session_id);
  expect(session.cancel_url).toBe("https://portal.example/contract");
  expect((await contracts.comeBack(payer)).status).toBe(402);
  expect((await contracts.recordOf(payer)).plan).toBe("suspended");
  const elsewhere = { cancel_path: "https://evil.example" };
  expect((await contracts.card(payer, successPath(), elsewhere)).status).toBe(400);
});

describe("a contract on hold", () => {
  test("ends when a page is paid that an earlier release had opened beside it", async () => {
    const [payer, formerId, invoiceId] = await unpaidSubscriber();
    const sessionId = await contracts.openedElsewhere(payer);
    contracts.emulator.decide(sessionId, { outcome: "paid" });
    await contracts.tell("checkout.session.completed", sessionId);
    await expectResubscribed(payer, "card");
    expect((await contracts.stripe.subscriptions.retrieve(formerId)).status).toBe("canceled");
    // Its debt can still be paid, without a new contract.
    contracts.emulator.simulate.invoicePaid(invoiceId);
    await contracts.tell("invoice.paid", invoiceId);
    await expectResubscribed(payer, "card");
  });

  test("paid without a webhook: there is nothing to buy", async () => {
    const [payer, , invoiceId] = await unpaidSubscriber();
    contracts.emulator.simulate.invoicePaid(invoiceId);
    expect((await openPage(payer)).status).toBe(403);
    expect((await contracts.recordOf(payer)).plan).toBe("standard");
    await contracts.expectInSync(payer);
  });
});

test("a second payment that was refunded begins no contract when the first one has ended", async () => {
  const [payer, id] = await contracts.upgradedPayer("card");
  const sessionId = await contracts.openedElsewhere(payer);
  contracts.emulator.decide(sessionId, { outcome: "paid" });
  await contracts.tell("checkout.session.completed", sessionId);
  expect((await contracts.outcomeOf(payer)).subscriptions).toEqual([true]);
  const [refund] = (await contracts.stripe.refunds.list()).data;
  expect(refund).toMatchObject({ amount: 11_000, reason: "duplicate" });
  contracts.emulator.passTime(id, { event: "gave_up" });
  await contracts.tell("customer.subscription.deleted", id);
  await contracts.tell("checkout.session.completed", sessionId);
  expect((await contracts.recordOf(payer)).plan).toBe("suspended");
});

test("late with an invoice, a customer subscribes by card only, and is told so; once it is paid, by invoice too", async () => {
  const [payer, id] = await contracts.upgradedPayer("invoice");
  contracts.emulator.passTime(id, { event: "overdue" });
  contracts.emulator.passTime(id, { event: "gave_up" });
  await contracts.tell("customer.subscription.deleted", id);
  expect((await contracts.contractOf(payer)).actions).toEqual(["subscribe"]);
  const { status, json } = await contracts.invoice(payer);
  expect([status, json.error.message]).toEqual([409, expect.stringContaining("クレジットカードで")]);
  expect((await openPage(payer)).status).toBe(200);
  const { latest_invoice } = await contracts.stripe.subscriptions.retrieve(id);
  contracts.emulator.simulate.invoicePaid(String(latest_invoice));
  expect((await contracts.contractOf(payer)).actions).toContain("subscribe-by-invoice");
  await subscribeAgain(payer, "invoice");
  await expectResubscribed(payer, "invoice");
});
