import { afterEach, beforeEach, expect, it } from "vitest";
import { openCheckout, type StripeUnderTest, startStripe } from "./stripe.ts";

let local: StripeUnderTest;
beforeEach(async () => {
  local = await startStripe();
});
afterEach(() => local.close());

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
