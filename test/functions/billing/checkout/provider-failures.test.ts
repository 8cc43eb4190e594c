/** Stripe failing in every way that it can, and what that leaves behind. */
import { beforeEach, describe, expect, test } from "vitest";
import { identifiers } from "#scripts/local/identifiers.ts";
import { startPaying, upgradedBy } from "#test/functions/support/paying.ts";
import { advance } from "#test/functions/support/portal.ts";

const paying = await startPaying();

beforeEach(() => {
  paying.portal.requests.clear();
  paying.emulator.webhooks.mode = "drop";
});

const createSubscription = "POST /v1/subscriptions";
const createSession = "POST /v1/checkout/sessions";
const createCustomer = "POST /v1/customers";

/** Stripe repeats a 500 under its key, and forgets the key after a day: under it, the same would be made again (decision 8). */
describe.each([
  ["invoice", createCustomer],
  ["invoice", createSubscription],
  ["card", createCustomer],
  ["card", createSession],
] as const)("by %s, %s fails", (by, operation) => {
  const keys = () =>
    paying.portal.requests
      .list("stripe")
      .filter((request) => request.operation === operation)
      .map(({ headers }) => headers["idempotency-key"]);

  test.each([
    ["before the work", { status: 500 }, undefined],
    ["after the work", { status: 500, after: true }, 200],
    ["by a connection that breaks after the work", { status: 0, after: true }, 200],
    ["by two of them, and the next click is a day later", { status: 0, after: true, times: 2 }, 502],
  ] as const)("%s: what was made is found, and the payment counts once", async (_, fault, expected) => {
    const payer = await paying.newPayer();
    const click = () => (by === "card" ? paying.card(payer) : paying.invoice(payer));
    paying.failStripe({ operation, ...fault });
    const first = await click();
    expect(first.status).toBe(expected ?? first.status);
    if (fault.status === 0) expect([keys().length, new Set(keys()).size]).toEqual([2, 1]);
    paying.portal.faults.clear();
    if (expected === 502) advance(25 * 60 * 60_000);
    const { status, json } = first.status === 200 ? first : await click();
    expect(status).toBe(200);
    if (by === "card") {
      paying.emulator.decide(json.checkout_session_id, { outcome: "paid" });
      await paying.comeBack(payer);
    }
    expect(await paying.outcomeOf(payer)).toEqual(upgradedBy(by));
  });
});

test("500 after the work, which cannot be looked for either: 502, and the next click upgrades once", async () => {
  const payer = await paying.newPayer();
  paying.failStripe({ operation: createSubscription, status: 500, after: true });
  paying.failStripe({ operation: "GET /v1/subscriptions", status: 503, times: 3 });
  const { status, json } = await paying.invoice(payer);
  expect([status, json.error.code]).toEqual([502, "provider_failed"]);
  expect(await paying.recordOf(payer)).toMatchObject({ plan: "trial", version: 1 });
  expect((await paying.invoice(payer)).status).toBe(200);
  expect(await paying.outcomeOf(payer)).toEqual(upgradedBy("invoice"));
});

test("a key that Stripe knows with other parameters does not block the customer", async () => {
  const payer = await paying.newPayer();
  const idempotencyKey = `${payer.sub}/1/subscription`;
  const foreign = await paying.stripe.customers.create({ email: "other@example.com" });
  await paying.stripe.subscriptions.create(
    {
      customer: foreign.id,
      items: [{ price: identifiers.stripePriceId }],
      collection_method: "send_invoice",
      days_until_due: 7,
    },
    { idempotencyKey },
  );
  expect((await paying.invoice(payer)).status).toBe(502);
  expect((await paying.invoice(payer)).status).toBe(200);
  expect(await paying.outcomeOf(payer)).toEqual(upgradedBy("invoice"));
});

test("a payment that cannot be settled is measured by its age; an open session is not", async () => {
  const ages = () => {
    const metricLines = paying.portal.logged.flatMap((line) =>
      line.includes('"CheckoutAge":') ? [JSON.parse(line)] : [],
    );
    return metricLines.map(({ CheckoutAge }) => CheckoutAge);
  };
  await paying.card(await paying.newPayer());
  const payer = await paying.newPayer();
  const { json } = await paying.card(payer);
  await paying.reconcile();
  paying.emulator.decide(json.checkout_session_id, { outcome: "paid" });
  advance(60 * 60_000);
  paying.failStripe({ operation: "GET /v1/checkout/sessions/{id}", status: 503, times: 100 });
  await paying.reconcile();
  paying.portal.faults.clear();
  await paying.reconcile();
  expect(ages()).toEqual([0, expect.toSatisfy((age: number) => age >= 3600 && age < 3700), 0]);
  expect(await paying.outcomeOf(payer)).toEqual(upgradedBy("card"));
});

test("Stripe's messages never leave the function: answers and logs contain our texts and ids only", async () => {
  const payer = await paying.newPayer();
  paying.failStripe({ operation: createSession, status: 400 });
  const { text } = await paying.card(payer);
  for (const said of [text, paying.portal.logged.join("")]) {
    expect(said).not.toContain("unacceptable");
    expect(said).not.toContain("keiri@example.com");
    expect(said).not.toContain(paying.secretKey);
  }
});

test("without our credentials it is 503, and the log names the secret", async () => {
  const put = (value: string) => paying.portal.putSecret(identifiers.stripeSecretName, value);
  const good = JSON.stringify({ secretKey: paying.secretKey, webhookSecrets: [paying.webhookSecret] });
  try {
    for (const value of [
      "to be filled in",
      JSON.stringify({ secretKey: paying.secretKey, webhookSecrets: [] }),
    ]) {
      await put(value);
      advance(6 * 60_000);
      const payer = await paying.newPayer();
      expect((await paying.card(payer)).status).toBe(503);
      expect((await paying.deliver("{}", { "stripe-signature": "t=1,v1=0" })).status).toBe(503);
    }
    expect(paying.portal.logged.join("")).toContain('"setting":"STRIPE_SECRET_ID"');
    await put(JSON.stringify({ secretKey: "sk_test_wrong", webhookSecrets: ["whsec_x"] }));
    advance(6 * 60_000);
    expect((await paying.card(await paying.newPayer())).status).toBe(503);
  } finally {
    await put(good);
    advance(6 * 60_000);
  }
});
