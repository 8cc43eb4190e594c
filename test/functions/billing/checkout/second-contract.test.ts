/** A payment by card that arrives while the contract by invoice is being made: one contract stays, nothing is due for the other. */
import { beforeEach, expect, test } from "vitest";
import { type Payer, startPaying, upgradedBy } from "#test/functions/support/paying.ts";
import { advance } from "#test/functions/support/portal.ts";

const paying = await startPaying();
beforeEach(() => {
  paying.emulator.webhooks.mode = "drop";
});

/** The page of an earlier attempt, which can still be paid. Returns the session's id. */
async function openPage(payer: Payer): Promise<string> {
  await paying.card(payer);
  return paying.openedElsewhere(payer);
}

async function secondContractOf(payer: Payer) {
  const all = await paying.subscriptionsOf(payer);
  const byInvoice = all.find(({ collection_method }) => collection_method === "send_invoice");
  if (!byInvoice) throw new Error("There is no contract by invoice");
  return byInvoice;
}

test.each([
  ["at once", undefined],
  ["by the reconciler, when Stripe took the invoice and failed", "POST /v1/invoices/{id}/finalize"],
  ["by the reconciler, when Stripe did not void it", "POST /v1/invoices/{id}/void"],
])("the contract by invoice is cancelled and its invoice voided: %s", async (_, failing) => {
  const payer = await paying.newPayer();
  const session = await openPage(payer);
  const held = paying.hold({ operation: "POST /v1/subscriptions" });
  if (failing) paying.failStripe({ operation: failing, status: 500, after: true, times: 3 });
  const click = paying.invoice(payer);
  await held.arrived();
  expect((await paying.checkoutOf(payer))?.attempt).toBe(2);
  paying.emulator.decide(session, { outcome: "paid" });
  expect((await paying.tell("checkout.session.completed", session)).status).toBe(200);
  held.release();
  expect((await click).status).toBe(failing ? 502 : 200);
  paying.portal.faults.clear();
  expect((await secondContractOf(payer)).status).toBe("canceled");
  advance(2 * 60_000 + 1);
  await paying.reconcile();
  const second = await secondContractOf(payer);
  expect(second.status).toBe("canceled");
  expect((await paying.stripe.invoices.retrieve(String(second.latest_invoice))).status).toBe("void");
  expect(await paying.outcomeOf(payer)).toEqual(upgradedBy("card"));
  expect((await paying.portal.partition("STRIPE_CHECKS")).filter(({ sub }) => sub === payer.sub)).toEqual([]);
});

interface Payments {
  state: {
    invoicePayments: { id: string; invoice: string; status: string; payment: object }[];
    paymentIntents: { id: string; latest_charge: string | null }[];
  };
}

/** An earlier try to pay the invoice, which came to nothing: its intent has no charge. It is listed first. */
function addCanceledPayment(invoice: string): void {
  const snapshot = paying.emulator.snapshot() as Payments;
  const { invoicePayments, paymentIntents } = snapshot.state;
  const paid = invoicePayments.find((each) => each.invoice === invoice);
  const [intent] = paymentIntents;
  if (!paid || !intent) throw new Error("There is no payment");
  paymentIntents.push({ ...intent, id: "pi_canceled", latest_charge: null });
  const payment = { type: "payment_intent", payment_intent: "pi_canceled" };
  invoicePayments.push({ ...paid, id: "inpay_canceled", status: "canceled", payment });
  paying.emulator.restore(snapshot);
}

test("a second payment is refunded, with any earlier attempts for its invoice, recorded and alarmed", async () => {
  const payer = await paying.newPayer();
  const session = await openPage(payer);
  await paying.invoice(payer);
  paying.emulator.decide(session, { outcome: "paid" });
  const { invoice } = await paying.stripe.checkout.sessions.retrieve(session);
  addCanceledPayment(String(invoice));
  expect((await paying.tell("checkout.session.completed", session)).status).toBe(200);
  const { data } = await paying.stripe.refunds.list();
  expect(data).toMatchObject([{ amount: 11_000, reason: "duplicate", status: "succeeded" }]);
  expect(await paying.outcomeOf(payer)).toEqual(upgradedBy("invoice"));
  const rows = await paying.portal.partition(`CUSTOMER#${payer.sub}`);
  expect(rows.filter(({ action }) => action === "duplicate-payment-undone")).toHaveLength(1);
  const alarms = paying.portal.logged.filter((line) => line.includes('"level":"error"'));
  expect(alarms).toEqual([expect.stringContaining("duplicate payment refunded")]);
});

test.each([
  ["Stripe fails to refund", { operation: "POST /v1/refunds", status: 500 }],
  ["Stripe refunds, and its answer is lost", { operation: "POST /v1/refunds", status: 500, after: true }],
  ["Stripe fails to cancel", { operation: "DELETE /v1/subscriptions/{id}", status: 500 }],
  [
    "Stripe cancels, and its answer is lost",
    { operation: "DELETE /v1/subscriptions/{id}", status: 0, after: true },
  ],
])("a second payment by card is cancelled, and refunded once, when %s", async (_, fault) => {
  const payer = await paying.newPayer();
  const session = await openPage(payer);
  await paying.invoice(payer);
  paying.emulator.decide(session, { outcome: "paid" });
  paying.failStripe({ ...fault, times: 2 });
  expect((await paying.tell("checkout.session.completed", session)).status).toBe(502);
  paying.portal.faults.clear();
  advance(2 * 60_000 + 1);
  await paying.reconcile();
  const all = await paying.subscriptionsOf(payer);
  const second = all.find(({ collection_method }) => collection_method === "charge_automatically");
  expect(second?.status).toBe("canceled");
  const { data } = await paying.stripe.invoicePayments.list({ invoice: String(second?.latest_invoice) });
  const refunds = await paying.stripe.refunds.list({
    payment_intent: String(data[0]?.payment.payment_intent),
  });
  expect(refunds.data.map(({ amount }) => amount)).toEqual([11_000]);
  expect(await paying.outcomeOf(payer)).toEqual(upgradedBy("invoice"));
  expect((await paying.portal.partition("STRIPE_CHECKS")).filter(({ sub }) => sub === payer.sub)).toEqual([]);
});

const creditOf = async (payer: Payer) => {
  const { stripeCustomerId = "" } = await paying.recordOf(payer);
  const customer = await paying.stripe.customers.retrieve(stripeCustomerId);
  return customer.deleted ? undefined : 0 - customer.balance;
};

test.each([
  ["for all of it", 11_000, 0],
  ["for a part", 4_000, 7_000],
])("a second payment that the customer's credit pays %s: the credit is returned", async (_, credit, paid) => {
  const payer = await paying.newPayer();
  const session = await openPage(payer);
  await paying.invoice(payer);
  const { stripeCustomerId = "" } = await paying.recordOf(payer);
  await paying.stripe.customers.update(stripeCustomerId, { balance: -credit });
  paying.emulator.decide(session, { outcome: "paid" });
  expect(await creditOf(payer)).toBe(0);
  const refundsBefore = (await paying.stripe.refunds.list({ limit: 100 })).data.length;
  expect((await paying.tell("checkout.session.completed", session)).status).toBe(200);
  const { data } = await paying.stripe.refunds.list({ limit: 100 });
  const refunded = data.slice(0, data.length - refundsBefore).map(({ amount }) => amount);
  expect(refunded).toEqual(paid === 0 ? [] : [paid]);
  expect(await creditOf(payer)).toBe(credit);
  expect(await paying.outcomeOf(payer)).toEqual(upgradedBy("invoice"));
});

test("a second contract by invoice that the customer's credit covers is undone, and the credit returned", async () => {
  const payer = await paying.newPayer();
  const session = await openPage(payer);
  const held = paying.hold({ operation: "POST /v1/subscriptions" });
  const click = paying.invoice(payer);
  await held.arrived();
  expect((await paying.checkoutOf(payer))?.attempt).toBe(2);
  paying.emulator.decide(session, { outcome: "paid" });
  const { stripeCustomerId = "" } = await paying.recordOf(payer);
  await paying.stripe.customers.update(stripeCustomerId, { balance: -20_000 });
  expect((await paying.tell("checkout.session.completed", session)).status).toBe(200);
  held.release();
  expect((await click).status).toBe(200);
  expect(await creditOf(payer)).toBe(20_000);
  expect(await paying.outcomeOf(payer)).toEqual(upgradedBy("card"));
});
