/** Calls, payment pages and events. Source: API reference, "Errors", "Pagination" and "Idempotent requests". */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openCheckout, type StripeUnderTest, secretKey, startStripe } from "./stripe.ts";

let local: StripeUnderTest;
beforeEach(async () => {
  local = await startStripe();
});
afterEach(() => local.close());

/** A call without the SDK: the form exactly as given. */
const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  fetch(`${local.origin}${path}`, {
    method: "POST",
    body,
    headers: {
      authorization: `Bearer ${secretKey}`,
      "content-type": "application/x-www-form-urlencoded",
      ...headers,
    },
  });

describe("API", () => {
  const item = "customer=cus_1&days_until_due=30&items[0][price]=p&items[0][quantity]";
  it.each([
    ["unknown", "customers", "nickname=x", "parameter_unknown", "nickname"],
    ["unknown inside", "customers", "address[town]=x", "parameter_unknown", "address[town]"],
    ["empty", "customers", "name=", undefined, "name"],
    ["missing", "subscriptions", "customer=cus_1&days_until_due=30", "parameter_missing", "items"],
    ["no integer", "subscriptions", `${item}=many`, undefined, "items[0][quantity]"],
  ])("refuses a parameter that is %s", async (_, path, body, code, param) => {
    const response = await post(`/v1/${path}`, body);
    const { error } = await response.json();
    expect([response.status, error.type, error.code, error.param]).toEqual([
      400,
      "invalid_request_error",
      code,
      param,
    ]);
  });

  it.each([
    [429, "rate_limit"],
    [402, "card_declined"],
    [500, undefined],
  ])("fails with %i in Stripe's own shape", (status, code) => {
    const { body } = local.emulator.fault(status);
    expect(JSON.parse(String(body)).error.code).toBe(code);
  });
});

describe("idempotency keys", () => {
  const create = (name: string, idempotencyKey: string) =>
    local.stripe.customers.create({ name }, { idempotencyKey });

  it("replay the first answer for 24 hours", async () => {
    const first = await create("A", "key-1");
    local.pass(86_399);
    const second = await create("A", "key-1");
    expect(second.id).toBe(first.id);
    expect(first.lastResponse.headers).not.toHaveProperty("idempotent-replayed");
    expect(second.lastResponse.headers).toMatchObject({
      "idempotent-replayed": "true",
      "original-request": first.lastResponse.requestId,
    });
    local.pass(1);
    expect((await create("B", "key-1")).id).not.toBe(first.id);
  });

  it("refuse other parameters, and another endpoint", async () => {
    await create("A", "key-1");
    const refused = (message: string) => ({
      type: "StripeIdempotencyError",
      statusCode: 400,
      message: expect.stringContaining(message),
    });
    await expect(create("B", "key-1")).rejects.toMatchObject(
      refused("same parameters they were first used with"),
    );
    await expect(openCheckout(local.stripe, {}, { idempotencyKey: "key-1" })).rejects.toMatchObject(
      refused("('/v1/checkout/sessions' vs '/v1/customers')"),
    );
  });

  it("keep errors of what ran, not of what was refused before", async () => {
    const expire = () =>
      local.stripe.checkout.sessions
        .expire("cs_none", {}, { idempotencyKey: "key-1" })
        .catch((error) => error);
    await expire();
    expect((await expire()).headers).toMatchObject({ "idempotent-replayed": "true" });
    const invalid = await post("/v1/customers", "nonsense=1", { "idempotency-key": "key-2" });
    expect(invalid.status).toBe(400);
    expect((await create("A", "key-2")).name).toBe("A");
  });
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

it.each([
  ["taken", [500, 503, 200], 0],
  ["given up", [500, 503, 500], 1],
])("an event is sent again until it is %s", async (_, answers, pending) => {
  local.answers.push(...answers);
  await local.stripe.customers.create({ name: "A" });
  const { webhooks } = local.emulator;
  await expect.poll(() => webhooks.attempts).toHaveLength(3);
  await webhooks.idle();
  expect(webhooks.attempts.map(({ status }) => status)).toEqual(answers);
  expect(webhooks.waiting()).toBe(0);
  const [event, ...others] = local.emulator.events();
  expect([event?.type, event?.pending_webhooks, others]).toEqual(["customer.created", pending, []]);
});
