/** A payment by card that arrives while the contract by invoice is being made: one contract stays, nothing is due for the other. */
import { expect, test } from "vitest";
import { advance } from "#test/functions/support/portal.ts";
import type { Owner } from "#test/functions/support/world/customers.ts";
import { upgradedBy } from "#test/functions/support/world/purchases.ts";
import { startWorld } from "#test/functions/support/world/world.ts";

const world = await startWorld();

/** The page of an earlier attempt, which can still be paid. Returns the session's id. */
async function openPage(payer: Owner): Promise<string> {
  await world.card(payer);
  return world.openedElsewhere(payer);
}

async function secondContractOf(payer: Owner, method = "send_invoice") {
  const all = await world.subscriptionsOf(payer);
  const second = all.find(({ collection_method }) => collection_method === method);
  if (!second) throw new Error("There is no second contract");
  return second;
}

test.each([
  ["at once", undefined],
  ["by the reconciler, when Stripe failed with the invoice", "POST /v1/invoices/{id}/finalize"],
  ["by the reconciler, when Stripe did not void it", "POST /v1/invoices/{id}/void"],
])("the contract by invoice is cancelled and its invoice voided: %s", async (_, failing) => {
  const payer = await world.createCustomer();
  const session = await openPage(payer);
  const held = world.holdStripe({ operation: "POST /v1/subscriptions" });
  if (failing) world.failStripe({ operation: failing, status: 500, after: true, times: 3 });
  const click = world.invoice(payer);
  await held.arrived();
  expect((await world.checkoutOf(payer))?.attempt).toBe(2);
  world.emulator.decide(session, { outcome: "paid" });
  expect((await world.sendEvent("checkout.session.completed", session)).status).toBe(200);
  held.release();
  expect((await click).status).toBe(failing ? 502 : 200);
  world.portal.faults.clear();
  expect((await secondContractOf(payer)).status).toBe("canceled");
  advance(2 * 60_000 + 1);
  await world.reconcile();
  const second = await secondContractOf(payer);
  expect(second.status).toBe("canceled");
  expect((await world.stripe.invoices.retrieve(String(second.latest_invoice))).status).toBe("void");
  expect(await world.outcomeOf(payer)).toEqual(upgradedBy("card"));
  expect(await world.checksOf(payer)).toEqual([]);
});

/** An earlier try to pay the invoice, which came to nothing: its intent has no charge. It is listed first. */
const addCanceledPayment = (invoice: string): void =>
  world.changeState(({ invoicePayments, paymentIntents }) => {
    const paid = invoicePayments.find((each) => each.invoice === invoice);
    const [intent] = paymentIntents;
    if (!paid || !intent) throw new Error("There is no payment");
    paymentIntents.push({ ...intent, id: "pi_canceled", latest_charge: null });
    const payment = { type: "payment_intent", payment_intent: "pi_canceled" } as const;
    invoicePayments.push({ ...paid, id: "inpay_canceled", status: "canceled", payment });
  });

test("a second payment is refunded whatever was tried before it, recorded and alarmed", async () => {
  const payer = await world.createCustomer();
  const session = await openPage(payer);
  await world.invoice(payer);
  world.emulator.decide(session, { outcome: "paid" });
  const { invoice } = await world.stripe.checkout.sessions.retrieve(session);
  addCanceledPayment(String(invoice));
  expect((await world.sendEvent("checkout.session.completed", session)).status).toBe(200);
  const { data } = await world.stripe.refunds.list();
  expect(data).toMatchObject([{ amount: 11_000, reason: "duplicate", status: "succeeded" }]);
  expect(await world.outcomeOf(payer)).toEqual(upgradedBy("invoice"));
  const undone = (await world.actionsOf(payer)).filter((action) => action === "duplicate-payment-undone");
  expect(undone).toHaveLength(1);
  const alarms = world.portal.logged.filter((line) => line.includes('"level":"error"'));
  expect(alarms).toEqual([expect.stringContaining("duplicate payment refunded")]);
});

const refunding = { operation: "POST /v1/refunds", status: 500 };
const cancelling = { operation: "DELETE /v1/subscriptions/{id}", status: 500 };
test.each([
  ["Stripe fails to refund", refunding],
  ["Stripe refunds, and its answer is lost", { ...refunding, after: true }],
  ["Stripe fails to cancel", cancelling],
  ["Stripe cancels, and its answer is lost", { ...cancelling, status: 0, after: true }],
])("a second payment by card is cancelled, and refunded once, when %s", async (_, fault) => {
  const payer = await world.createCustomer();
  const session = await openPage(payer);
  await world.invoice(payer);
  world.emulator.decide(session, { outcome: "paid" });
  world.failStripe({ ...fault, times: 2 });
  expect((await world.sendEvent("checkout.session.completed", session)).status).toBe(502);
  world.portal.faults.clear();
  advance(2 * 60_000 + 1);
  await world.reconcile();
  const second = await secondContractOf(payer, "charge_automatically");
  expect(second.status).toBe("canceled");
  const { data } = await world.stripe.invoicePayments.list({ invoice: String(second.latest_invoice) });
  const payment_intent = String(data[0]?.payment.payment_intent);
  const refunds = await world.stripe.refunds.list({ payment_intent });
  expect(refunds.data.map(({ amount }) => amount)).toEqual([11_000]);
  expect(await world.outcomeOf(payer)).toEqual(upgradedBy("invoice"));
  expect(await world.checksOf(payer)).toEqual([]);
});

const creditOf = async (payer: Owner) => 0 - (await world.payerOf(payer)).balance;
const giveCredit = async (payer: Owner, credit: number) =>
  world.stripe.customers.update(await world.stripeIdOf(payer), { balance: -credit });

test.each([
  ["for all of it", 11_000, 0],
  ["for a part", 4_000, 7_000],
])("a second payment that the customer's credit pays %s: the credit is returned", async (_, credit, paid) => {
  const payer = await world.createCustomer();
  const session = await openPage(payer);
  await world.invoice(payer);
  await giveCredit(payer, credit);
  world.emulator.decide(session, { outcome: "paid" });
  expect(await creditOf(payer)).toBe(0);
  const refundsBefore = (await world.stripe.refunds.list({ limit: 100 })).data.length;
  expect((await world.sendEvent("checkout.session.completed", session)).status).toBe(200);
  const { data } = await world.stripe.refunds.list({ limit: 100 });
  const refunded = data.slice(0, data.length - refundsBefore).map(({ amount }) => amount);
  expect(refunded).toEqual(paid === 0 ? [] : [paid]);
  expect(await creditOf(payer)).toBe(credit);
  expect(await world.outcomeOf(payer)).toEqual(upgradedBy("invoice"));
});

test("a second contract by invoice is undone, and the credit that covers it returned", async () => {
  const payer = await world.createCustomer();
  const session = await openPage(payer);
  const held = world.holdStripe({ operation: "POST /v1/subscriptions" });
  const click = world.invoice(payer);
  await held.arrived();
  expect((await world.checkoutOf(payer))?.attempt).toBe(2);
  world.emulator.decide(session, { outcome: "paid" });
  await giveCredit(payer, 20_000);
  expect((await world.sendEvent("checkout.session.completed", session)).status).toBe(200);
  held.release();
  expect((await click).status).toBe(200);
  expect(await creditOf(payer)).toBe(20_000);
  expect(await world.outcomeOf(payer)).toEqual(upgradedBy("card"));
});
