import { afterEach, beforeEach, expect, it } from "vitest";
import { openCheckout, type StripeUnderTest, startStripe } from "./stripe.ts";

let local: StripeUnderTest;
beforeEach(async () => {
  local = await startStripe();
});
afterEach(() => local.close());

it.each([
  ["paid", "paid", "active", "checkout.session.async_payment_succeeded"],
  ["declined", "unpaid", "incomplete", "checkout.session.async_payment_failed"],
] as const)("a payment waits for the bank, then is %s", async (outcome, payment_status, status, event) => {
  const { id } = await openCheckout(local.stripe);
  local.emulator.decide(id, { outcome: "pending" });
  const retrieve = () => local.stripe.checkout.sessions.retrieve(id, { expand: ["subscription"] });
  const processing = await retrieve();
  expect(processing).toMatchObject({
    status: "complete",
    payment_status: "unpaid",
    subscription: { status: "incomplete" },
  });
  const { data } = await local.stripe.invoicePayments.list({ invoice: String(processing.invoice) });
  const intent = await local.stripe.paymentIntents.retrieve(String(data[0]?.payment.payment_intent));
  expect(intent.status).toBe("processing");
  local.emulator.decide(id, { outcome });
  expect(await retrieve()).toMatchObject({ payment_status, subscription: { status } });
  expect(local.emulator.events()[0]?.type).toBe(event);
  expect(() => local.emulator.decide(id, { outcome })).toThrow("can no longer be paid");
});

it("a session expires by time or on demand, and then cannot be paid", async () => {
  const [early, late] = [await openCheckout(local.stripe), await openCheckout(local.stripe)];
  const expired = { status: "expired", url: null };
  expect(await local.stripe.checkout.sessions.expire(early.id)).toMatchObject(expired);
  await expect(local.stripe.checkout.sessions.expire(early.id)).rejects.toThrow('status of "expired"');
  local.pass(86_401);
  expect(await local.stripe.checkout.sessions.retrieve(late.id)).toMatchObject(expired);
  expect(() => local.emulator.decide(late.id, { outcome: "paid" })).toThrow("expired");
  const types = local.emulator.events().map(({ type }) => type);
  expect(types).toEqual(["checkout.session.expired", "checkout.session.expired"]);
});

it.each([
  ["an unknown price", { line_items: [{ price: "price_none" }] }, "line_items[0][price]", "resource_missing"],
  ["an unknown customer", { customer: "cus_none" }, "customer", "resource_missing"],
  ["no line items", { line_items: [] }, "line_items", "parameter_missing"],
  ["a relative address", { success_url: "/upgrade" }, "success_url", undefined],
])("a session is refused with %s", async (_, changes, param, code) => {
  await expect(openCheckout(local.stripe, changes)).rejects.toMatchObject({
    type: "StripeInvalidRequestError",
    statusCode: 400,
    param,
    code,
  });
});

it("automatic tax is refused without the customer's country", async () => {
  const { id: customer } = await local.stripe.customers.create({ email: "taro@example.com" });
  await expect(openCheckout(local.stripe, { customer })).rejects.toMatchObject({
    code: "customer_tax_location_invalid",
  });
  await local.stripe.customers.update(customer, { address: { country: "JP" } });
  await openCheckout(local.stripe, { customer });
});
