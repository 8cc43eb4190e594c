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
  const { billing_charge_name: name, billing_phone_number: phone, billing_email: email } = corrected;
  const contact = { billingChargeName: name, billingPhoneNumber: phone, billingEmail: email };
  expect(await world.profileOf(payer)).toMatchObject({ plan: "standard", ...contact });
  expect(await world.payerOf(payer)).toMatchObject({ email, phone });
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

test("the page is not shown before Stripe has taken the contact", async () => {
  const payer = await world.createCustomer();
  const { json } = await world.card(payer);
  world.failStripe({ operation: "POST /v1/customers/{id}", status: 500, times: 1 });
  expect((await world.card(payer, undefined, corrected)).status).toBe(502);
  expect((await world.card(payer, undefined, corrected)).status).toBe(200);
  world.emulator.decide(json.checkout_session_id, { outcome: "paid" });
  await world.comeBack(payer);
  await expectCorrected(payer);
});

test.each(["card", "invoice"] as const)("an attempt by %s that broke off goes on with it", async (by) => {
  const payer = await world.createCustomer();
  await world.breakOff(payer, by);
  expect((await world.buy(payer, by, corrected)).status).toBe(200);
  await expectCorrected(payer);
});

test("a contact is corrected after the answer to an invoice was lost", async () => {
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
