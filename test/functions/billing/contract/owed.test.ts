/** What is owed, by which contract, and what the person can do about it. */
import { beforeEach, expect, test } from "vitest";
import { startContracts } from "#test/functions/support/contracts.ts";
import { successPath } from "#test/functions/support/paying.ts";

const contracts = await startContracts();
beforeEach(() => {
  contracts.portal.faults.clear();
  contracts.emulator.webhooks.mode = "drop";
});

/** By card, and the renewal was declined. */
async function declined() {
  const [payer, subscriptionId] = await contracts.upgradedPayer("card");
  const invoiceId = contracts.emulator.simulate.paymentFailed(subscriptionId);
  return { payer, subscriptionId, invoiceId };
}

test("nothing is owed once the contract is paid", async () => {
  const [payer] = await contracts.upgradedPayer("card");
  expect(await contracts.contractOf(payer)).toMatchObject({ owed: [], canChangePaymentType: true });
});

test("a declined card: another card, or the invoice", async () => {
  const { payer, invoiceId } = await declined();
  expect((await contracts.contractOf(payer)).owed).toMatchObject([
    { invoiceId, state: "declined", isOfCurrentContract: true, ways: ["change-card", "pay"] },
  ]);
});

test("after the card was replaced nothing has to be done, and Stripe charges the new one", async () => {
  const { payer } = await declined();
  const { setup_session_id: session } = (await contracts.setUp(payer)).json;
  contracts.emulator.decide(session, { outcome: "paid", card: "jcb" });
  await contracts.tell("checkout.session.completed", session);
  const { owed } = await contracts.contractOf(payer);
  expect(owed).toMatchObject([{ state: "retrying", ways: ["pay"], nextAttemptAt: expect.any(String) }]);
});

test("while Stripe does not say which card it was, another card is still a way", async () => {
  const { payer } = await declined();
  contracts.failStripe({ operation: "GET /v1/invoice_payments", status: 500, times: 9 });
  expect((await contracts.contractOf(payer)).owed).toMatchObject([{ state: "declined" }]);
});

test("by transfer: due, then overdue, and to be paid", async () => {
  const [payer, subscriptionId] = await contracts.upgradedPayer("invoice");
  const { latest_invoice: id } = await contracts.stripe.subscriptions.retrieve(subscriptionId);
  await contracts.stripe.invoices.finalizeInvoice(String(id));
  expect((await contracts.contractOf(payer)).owed).toMatchObject([
    { invoiceId: id, state: "due", isOfCurrentContract: true, ways: ["pay"] },
  ]);
  contracts.emulator.simulate.invoiceOverdue(String(id));
  expect((await contracts.contractOf(payer)).owed).toMatchObject([{ state: "overdue", ways: ["pay"] }]);
});

test("no other way to pay is offered for the next invoice of a contract that ends before it", async () => {
  const [payer] = await contracts.upgradedPayer("card");
  await contracts.cancel(payer);
  expect((await contracts.contractOf(payer)).canChangePaymentType).toBe(false);
});

test("an open invoice of the former contract threatens neither nothing nor the new one", async () => {
  const { payer, subscriptionId, invoiceId } = await declined();
  contracts.emulator.passTime(subscriptionId, { event: "unpaid" });
  await contracts.tell("customer.subscription.updated", subscriptionId);
  expect(await contracts.contractOf(payer)).toMatchObject({
    status: "suspended",
    owed: [{ invoiceId, isOfCurrentContract: false, ways: ["pay"] }],
    canChangePaymentType: false,
  });
  const { json } = await contracts.card(payer, successPath(), { cancel_path: "/contract" });
  contracts.emulator.decide(json.checkout_session_id, { outcome: "paid", card: "jcb" });
  await contracts.comeBack(payer);
  const { status, owed } = await contracts.contractOf(payer);
  expect(status).toBe("active");
  for (const { isOfCurrentContract, ways } of owed)
    expect([isOfCurrentContract, ways]).toEqual([false, ["pay"]]);
});
