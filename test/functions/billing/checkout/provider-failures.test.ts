/** Stripe failing in every way that it can, and what that leaves behind. */
import { beforeEach, describe, expect, test } from "vitest";
import { identifiers } from "#scripts/local/identifiers.ts";
import { advance } from "#test/functions/support/portal.ts";
import { outcome } from "#test/functions/support/replies.ts";
import { creating, upgradedBy } from "#test/functions/support/world/purchases.ts";
import { startWorld } from "#test/functions/support/world/world.ts";

const world = await startWorld();

beforeEach(world.portal.requests.clear);

const createCustomer = "POST /v1/customers";

/** Stripe repeats a 500 under its key, and forgets the key after a day: under it, the same would be made again (decision 8). */
describe.each([
  ["invoice", createCustomer],
  ["invoice", creating.invoice],
  ["card", createCustomer],
  ["card", creating.card],
] as const)("by %s, %s fails", (by, operation) => {
  const keys = () =>
    world.portal.requests
      .list("stripe")
      .filter((request) => request.operation === operation)
      .map(({ headers }) => headers["idempotency-key"]);

  test.each([
    ["before the work", { status: 500 }, undefined],
    ["after the work", { status: 500, after: true }, 200],
    ["by a connection that breaks after the work", { status: 0, after: true }, 200],
    ["by two of them, and the next click is a day later", { status: 0, after: true, times: 2 }, 502],
  ] as const)("%s: what was made is found, and the payment counts once", async (_, fault, expected) => {
    const payer = await world.createCustomer();
    const click = () => (by === "card" ? world.card(payer) : world.invoice(payer));
    world.failStripe({ operation, ...fault });
    const first = await click();
    expect(first.status).toBe(expected ?? first.status);
    if (fault.status === 0) expect([keys().length, new Set(keys()).size]).toEqual([2, 1]);
    world.portal.faults.clear();
    if (expected === 502) advance(25 * 60 * 60_000);
    const { status, json } = first.status === 200 ? first : await click();
    expect(status).toBe(200);
    if (by === "card") {
      world.emulator.decide(json.checkout_session_id, { outcome: "paid" });
      await world.comeBack(payer);
    }
    expect(await world.outcomeOf(payer)).toEqual(upgradedBy(by));
  });
});

test("a failure after work that cannot be found is 502; the next click upgrades once", async () => {
  const payer = await world.createCustomer();
  world.failStripe({ operation: creating.invoice, status: 500, after: true });
  world.failStripe({ operation: "GET /v1/subscriptions", status: 503, times: 3 });
  expect(outcome(await world.invoice(payer))).toEqual([502, "provider_failed"]);
  expect(await world.profileOf(payer)).toMatchObject({ plan: "trial", version: 1 });
  expect((await world.invoice(payer)).status).toBe(200);
  expect(await world.outcomeOf(payer)).toEqual(upgradedBy("invoice"));
});

test("a key that Stripe knows with other parameters does not block the customer", async () => {
  const payer = await world.createCustomer();
  const idempotencyKey = `${payer.sub}/1/subscription`;
  const { id: customer } = await world.stripe.customers.create({ email: "other@example.com" });
  const items = [{ price: identifiers.stripePriceId }];
  const other = { customer, items, collection_method: "send_invoice", days_until_due: 7 } as const;
  await world.stripe.subscriptions.create(other, { idempotencyKey });
  expect((await world.invoice(payer)).status).toBe(502);
  expect((await world.invoice(payer)).status).toBe(200);
  expect(await world.outcomeOf(payer)).toEqual(upgradedBy("invoice"));
});

test("a payment that cannot be settled is measured by its age; an open session is not", async () => {
  const ages = () => {
    const lines = world.portal.logged.filter((line) => line.includes('"CheckoutAge":'));
    return lines.map((line) => JSON.parse(line).CheckoutAge);
  };
  await world.card(await world.createCustomer());
  const payer = await world.createCustomer();
  const { json } = await world.card(payer);
  await world.reconcile();
  world.emulator.decide(json.checkout_session_id, { outcome: "paid" });
  advance(60 * 60_000);
  world.failStripe({ operation: "GET /v1/checkout/sessions/{id}", status: 503, times: 100 });
  await world.reconcile();
  world.portal.faults.clear();
  await world.reconcile();
  expect(ages()).toEqual([0, expect.toSatisfy((age: number) => age >= 3600 && age < 3700), 0]);
  expect(await world.outcomeOf(payer)).toEqual(upgradedBy("card"));
});

test("answers and logs contain no message of Stripe's, no address and no key", async () => {
  const payer = await world.createCustomer();
  world.failStripe({ operation: creating.card, status: 400 });
  const { text } = await world.card(payer);
  for (const unsaid of ["unacceptable", "keiri@example.com", world.secretKey])
    expect(text + world.portal.logged.join("")).not.toContain(unsaid);
});

test("a purchase without our credentials is 503, and the log names the secret", async () => {
  const put = (value: string) => world.portal.putSecret(identifiers.stripeSecretName, value);
  const good = JSON.stringify({ secretKey: world.secretKey, webhookSecrets: [world.webhookSecret] });
  try {
    const incomplete = JSON.stringify({ secretKey: world.secretKey, webhookSecrets: [] });
    for (const value of ["to be filled in", incomplete]) {
      await put(value);
      advance(6 * 60_000);
      const payer = await world.createCustomer();
      expect((await world.card(payer)).status).toBe(503);
      expect((await world.deliverWebhook("{}", { "stripe-signature": "t=1,v1=0" })).status).toBe(503);
    }
    expect(world.portal.logged.join("")).toContain('"setting":"STRIPE_SECRET_ID"');
    await put(JSON.stringify({ secretKey: "sk_test_wrong", webhookSecrets: ["whsec_x"] }));
    advance(6 * 60_000);
    expect((await world.card(await world.createCustomer())).status).toBe(503);
  } finally {
    await put(good);
    advance(6 * 60_000);
  }
});
