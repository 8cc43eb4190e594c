/** A billing contact that is corrected before the payment: a click on "back" on Stripe's page, or an error in between. */
import { beforeEach, expect, test } from "vitest";
import { type Payer, startPaying } from "#test/functions/support/paying.ts";
import { advance } from "#test/functions/support/portal.ts";

const paying = await startPaying();
beforeEach(() => {
  paying.portal.faults.clear();
  paying.emulator.webhooks.mode = "drop";
});

const corrected = {
  billing_charge_name: "経理 三郎",
  billing_phone_number: "03-9876-5432",
  billing_email: "seikyu@example.com",
};

async function expectCorrected(payer: Payer): Promise<void> {
  const record = await paying.recordOf(payer);
  expect(record).toMatchObject({
    plan: "standard",
    billingChargeName: corrected.billing_charge_name,
    billingPhoneNumber: corrected.billing_phone_number,
    billingEmail: corrected.billing_email,
  });
  expect(await paying.stripe.customers.retrieve(record.stripeCustomerId ?? "")).toMatchObject({
    email: corrected.billing_email,
    phone: corrected.billing_phone_number,
  });
}

test("the page that is open bills the contact that was given last", async () => {
  const payer = await paying.newPayer();
  const first = await paying.card(payer);
  const again = await paying.card(payer, undefined, corrected);
  expect(again.json).toEqual(first.json);
  paying.emulator.decide(first.json.checkout_session_id, { outcome: "paid" });
  await paying.comeBack(payer);
  await expectCorrected(payer);
});

test("when Stripe does not take it, the page is not shown before it does", async () => {
  const payer = await paying.newPayer();
  const { json } = await paying.card(payer);
  paying.failStripe({ operation: "POST /v1/customers/{id}", status: 500, times: 1 });
  expect((await paying.card(payer, undefined, corrected)).status).toBe(502);
  expect((await paying.card(payer, undefined, corrected)).status).toBe(200);
  paying.emulator.decide(json.checkout_session_id, { outcome: "paid" });
  await paying.comeBack(payer);
  await expectCorrected(payer);
});

test.each(["card", "invoice"] as const)(
  "by %s: an attempt that an error interrupted goes on with it",
  async (by) => {
    const payer = await paying.newPayer();
    const operation = by === "card" ? "POST /v1/checkout/sessions" : "POST /v1/subscriptions";
    paying.failStripe({ operation, status: 429, times: 9 });
    const failed = by === "card" ? await paying.card(payer) : await paying.invoice(payer);
    expect(failed.status).toBe(503);
    paying.portal.faults.clear();
    expect((await paying.buy(payer, by, corrected)).status).toBe(200);
    await expectCorrected(payer);
  },
);

test("by invoice: the answer was lost, and the contact is corrected before the next press", async () => {
  const payer = await paying.newPayer();
  expect((await paying.invoice(payer)).status).toBe(200);
  const { status, json } = await paying.invoice(payer, corrected);
  expect([status, json.result]).toEqual([200, { plan: "standard", paymentType: "invoice" }]);
  await paying.reconcile();
  advance(3 * 60_000);
  await paying.reconcile();
  await expectCorrected(payer);
  expect(await paying.subscriptionsOf(payer)).toHaveLength(1);
});
