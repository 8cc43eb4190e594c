/** A customer who has cancelled, or whose subscription Stripe abandoned, subscribes again through the same checkout. */
import { describe, expect, test } from "vitest";
import { refusal } from "#test/functions/support/replies.ts";
import type { Owner } from "#test/functions/support/world/customers.ts";
import { successPath } from "#test/functions/support/world/purchases.ts";
import { startWorld } from "#test/functions/support/world/world.ts";

const world = await startWorld();

const subject = "【電話連携プラグイン】スタンダードプランのご契約再開のお知らせ";
type By = "card" | "invoice";

/** A customer whose contract is over. */
async function formerSubscriber(by: By = "card"): Promise<[payer: Owner, formerId: string]> {
  const [payer, id] = await world.createPayer(by);
  await giveUp(id);
  expect((await world.profileOf(payer)).plan).toBe("suspended");
  return [payer, id];
}

/** Stripe gives the subscription up. */
async function giveUp(id: string): Promise<void> {
  await world.pass(id, "gave_up");
  await world.sendEvent("customer.subscription.deleted", id);
}

/** Stripe has given up the renewal and waits for its payment. */
async function unpaidSubscriber(): Promise<[payer: Owner, id: string, invoiceId: string]> {
  const [payer, id] = await world.createPayer("card");
  await world.pass(id, "payment_failed", "unpaid");
  await world.sendEvent("customer.subscription.updated", id);
  expect((await world.profileOf(payer)).plan).toBe("suspended");
  return [payer, id, await world.latestInvoiceOf(id)];
}

const fromContract = { cancel_path: "/contract" };
const openPage = (payer: Owner) => world.card(payer, successPath(), fromContract);

async function subscribeAgain(payer: Owner, by: By): Promise<void> {
  if (by === "invoice") return expect((await world.invoice(payer)).status).toBe(200);
  const { json } = await openPage(payer);
  world.emulator.decide(json.checkout_session_id, { outcome: "paid", card: "jcb" });
  expect((await world.comeBack(payer)).status).toBe(200);
}

/** One subscription is in force, the profile names it, and the customer was told once. */
async function expectResubscribed(payer: Owner, by: By, times = 1): Promise<void> {
  await world.expectInSync(payer);
  const { plan, paymentType, subscriptionId } = await world.profileOf(payer);
  expect([plan, paymentType]).toEqual(["standard", by]);
  const goingOn = (await world.subscriptionsOf(payer)).filter(({ status }) => status !== "canceled");
  expect(goingOn.map(({ id }) => id)).toEqual([subscriptionId]);
  const { actions, mails } = await world.toldOf(payer);
  expect(actions.filter((each) => each === "resubscribed")).toHaveLength(times);
  expect(new Set(mails)).toContain(subject);
  const { openSessions, underWay, stripeCustomers } = await world.outcomeOf(payer);
  expect([openSessions, underWay, stripeCustomers]).toEqual([0, 0, 1]);
}

describe.each([
  ["card", "invoice"],
  ["invoice", "card"],
  ["card", "card"],
] as const)("from %s to %s", (before, after) => {
  test("the contract begins anew, and what was registered is still there", async () => {
    const [payer, formerId] = await formerSubscriber(before);
    const { hasApiSecret, hasPrivateKey, applicationId, apiKey } = await world.profileOf(payer);
    await subscribeAgain(payer, after);
    await expectResubscribed(payer, after);
    const registered = { hasApiSecret, hasPrivateKey, applicationId, apiKey };
    expect(await world.profileOf(payer)).toMatchObject(registered);
    const { status, invoices, paymentMethod } = await world.contractOf(payer);
    expect([status, paymentMethod?.type]).toEqual(["active", after]);
    // The invoices of the former contract are still the customer's.
    expect(invoices?.length).toBeGreaterThanOrEqual(before === "card" ? 1 : 0);
    // Late events of the former contract change nothing.
    await world.sendEvent("customer.subscription.deleted", formerId);
    if (before === "card") {
      const [, first] = world.eventsOf("checkout.session.completed").toReversed();
      if (first) await world.emulator.webhooks.redeliver(first.id);
    }
    await expectResubscribed(payer, after);
    expect((await world.stripe.refunds.list()).data).toEqual([]);
  });
});

test("a card page of the former contract changes nothing of how the next one is paid", async () => {
  const [payer, formerId] = await world.createPayer("invoice");
  const session = world.sessionIn(await world.payBy(payer, "card"));
  await giveUp(formerId);
  await subscribeAgain(payer, "invoice");
  world.emulator.decide(session, { outcome: "paid", card: "jcb" });
  await world.sendEvent("checkout.session.completed", session);
  await expectResubscribed(payer, "invoice");
});

test("a contract begins anew again and again", async () => {
  const [payer] = await formerSubscriber();
  for (const [before, by] of (["invoice", "card"] as const).entries()) {
    await subscribeAgain(payer, by);
    await expectResubscribed(payer, by, before + 1);
    await giveUp((await world.profileOf(payer)).subscriptionId ?? "");
  }
});

test("the page leads back to /contract, and leaves suspended who comes back unpaid", async () => {
  const [payer] = await formerSubscriber();
  expect((await world.comeBack(payer)).status).toBe(402);
  const { json } = await openPage(payer);
  const session = await world.stripe.checkout.sessions.retrieve(json.checkout_session_id);
  expect(session.cancel_url).toBe("https://portal.example/contract");
  expect((await world.comeBack(payer)).status).toBe(402);
  expect((await world.profileOf(payer)).plan).toBe("suspended");
});

describe("a contract on hold", () => {
  test("ends when a page is paid that an earlier release had opened beside it", async () => {
    const [payer, formerId, invoiceId] = await unpaidSubscriber();
    const sessionId = await world.openedElsewhere(payer);
    world.emulator.decide(sessionId, { outcome: "paid" });
    await world.sendEvent("checkout.session.completed", sessionId);
    await expectResubscribed(payer, "card");
    expect((await world.stripe.subscriptions.retrieve(formerId)).status).toBe("canceled");
    // Its debt can still be paid, without a new contract.
    world.emulator.simulate.invoicePaid(invoiceId);
    await world.sendEvent("invoice.paid", invoiceId);
    await expectResubscribed(payer, "card");
  });

  test("paid without a webhook: there is nothing to buy", async () => {
    const [payer, , invoiceId] = await unpaidSubscriber();
    world.emulator.simulate.invoicePaid(invoiceId);
    expect((await openPage(payer)).status).toBe(403);
    expect((await world.profileOf(payer)).plan).toBe("standard");
    await world.expectInSync(payer);
  });
});

test("a second payment that was refunded begins no contract after the first one", async () => {
  const [payer, id] = await world.createPayer("card");
  const sessionId = await world.openedElsewhere(payer);
  world.emulator.decide(sessionId, { outcome: "paid" });
  await world.sendEvent("checkout.session.completed", sessionId);
  expect((await world.outcomeOf(payer)).subscriptions).toEqual([true]);
  const [refund] = (await world.stripe.refunds.list()).data;
  expect(refund).toMatchObject({ amount: 11_000, reason: "duplicate" });
  await giveUp(id);
  await world.sendEvent("checkout.session.completed", sessionId);
  expect((await world.profileOf(payer)).plan).toBe("suspended");
});

test("a customer who is late with an invoice subscribes by card only, until it is paid", async () => {
  const [payer, id] = await world.createPayer("invoice");
  await world.pass(id, "overdue");
  await giveUp(id);
  expect((await world.contractOf(payer)).actions).toEqual(["subscribe"]);
  expect(refusal(await world.invoice(payer))).toEqual([409, expect.stringContaining("クレジットカードで")]);
  expect((await openPage(payer)).status).toBe(200);
  world.emulator.simulate.invoicePaid(await world.latestInvoiceOf(id));
  expect((await world.contractOf(payer)).actions).toContain("subscribe-by-invoice");
  await subscribeAgain(payer, "invoice");
  await expectResubscribed(payer, "invoice");
});
