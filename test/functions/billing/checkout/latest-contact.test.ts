/** A billing contact that is corrected before the payment: a click on "back" on Stripe's page, or an error in between. */
import { expect, test } from "vitest";
import { advance } from "#test/functions/support/portal.ts";
import type { Owner } from "#test/functions/support/world/customers.ts";
import { startWorld } from "#test/functions/support/world/world.ts";

const world = await startWorld();

const corrected = {
  billing_charge_name: "経理 三郎",
  billing_phone_number: "03-9876-5432",
  billing_email: "seikyu@example.com",
};

async function expectCorrected(payer: Owner): Promise<void> {
  const record = await world.recordOf(payer);
  expect(record).toMatchObject({
    plan: "standard",
    billingChargeName: corrected.billing_charge_name,
    billingPhoneNumber: corrected.billing_phone_number,
    billingEmail: corrected.billing_email,
  });
  expect(await world.stripe.customers.retrieve(record.stripeCustomerId ?? "")).toMatchObject({
    email: corrected.billing_email,
    phone: corrected.billing_phone_number,
  });
}

test("the page that is open bills the contact that was given last", async () => {
  const payer = await world.createCustomer();
  const first = await world.card(payer);
  const again = await world.card(payer, undefined, corrected);
  expect(again.json).toEqual(first.json);
  world.emulator.decide(first.json.checkout_session_id, { outcome: "paid" });
  await world.comeBack(payer);
  await expectCorrected(payer);
});

test("when Stripe does not take it, the page is not shown before it does", async () => {
  const payer = await world.createCustomer();
  const { json } = await world.card(payer);
  world.failStripe({ operation: "POST /v1/customers/{id}", status: 500, times: 1 });
  expect((await world.card(payer, undefined, corrected)).status).toBe(502);
  expect((await world.card(payer, undefined, corrected)).status).toBe(200);
  world.emulator.decide(json.checkout_session_id, { outcome: "paid" });
  await world.comeBack(payer);
  await expectCorrected(payer);
});

test.each(["card", "invoice"] as const)(
  "by %s: an attempt that an error interrupted goes on with it",
  async (by) => {
    const payer = await world.createCustomer();
    const operation = by === "card" ? "POST /v1/checkout/sessions" : "POST /v1/subscriptions";
    world.failStripe({ operation, status: 429, times: 9 });
    const failed = by === "card" ? await world.card(payer) : await world.invoice(payer);
    expect(failed.status).toBe(503);
    world.portal.faults.clear();
    expect((await world.buy(payer, by, corrected)).status).toBe(200);
    await expectCorrected(payer);
  },
);

test("by invoice: the answer was lost, and the contact is corrected before the next press", async () => {
  const payer = await world.createCustomer();
  expect((await world.invoice(payer)).status).toBe(200);
  const { status, json } = await world.invoice(payer, corrected);
  expect([status, json.result]).toEqual([200, { plan: "standard", paymentType: "invoice" }]);
  await world.reconcile();
  advance(3 * 60_000);
  await world.reconcile();
  await expectCorrected(payer);
  expect(await world.subscriptionsOf(payer)).toHaveLength(1);
});
