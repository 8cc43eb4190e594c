/** Payments in a customer's name that the portal did not ask for: nothing follows from them but a row and an alarm. */
import type Stripe from "stripe";
import { describe, expect, test } from "vitest";
import type { Checkout } from "#functions/billing/checkout/checkout-table.ts";
import { compareWithCheckout } from "#functions/billing/checkout/fulfil.ts";
import type { SubscriptionFacts } from "#functions/billing/stripe/subscriptions.ts";
import type { Profile } from "#functions/customer/profile.ts";
import { identifiers } from "#scripts/local/identifiers.ts";
import { counted } from "#test/functions/support/replies.ts";
import type { Owner } from "#test/functions/support/world/customers.ts";
import { upgradedBy } from "#test/functions/support/world/purchases.ts";
import { startWorld } from "#test/functions/support/world/world.ts";

const world = await startWorld({ deliversEvents: true });

type Params = Stripe.Checkout.SessionCreateParams;

const linkOf = (payer: Owner): Params => ({
  mode: "subscription",
  client_reference_id: payer.sub,
  line_items: [{ price: identifiers.stripePriceId, quantity: 1 }],
  success_url: "https://pay.example/thanks",
});

/** Somebody pays on a page that the portal never opened. Returns the session's id. */
async function payElsewhere(payer: Owner, changes: Partial<Params> = {}): Promise<string> {
  const { id } = await world.stripe.checkout.sessions.create({ ...linkOf(payer), ...changes });
  await world.settled(() => world.emulator.decide(id, { outcome: "paid" }));
  return id;
}

const rowsOf = async ({ sub }: Owner) =>
  (await world.portal.partition("UNEXPECTED_PAYMENTS")).filter(({ customer }) => customer === sub);
const alarms = () => counted(world.portal, "UnexpectedPayments");

async function expectUntouched(payer: Owner, mismatch: string): Promise<void> {
  const profile = await world.profileOf(payer);
  expect(profile).toMatchObject({ plan: "trial", paymentType: "", version: 1 });
  expect(profile.subscriptionId).toBeUndefined();
  expect(await rowsOf(payer)).toMatchObject([{ mismatch, stripeCustomerId: expect.stringMatching(/^cus_/) }]);
  expect(alarms()).toBe(1);
  expect(world.portal.inbox.list(payer.email)).toEqual([]);
}

test("a Payment Link with one's own sub changes no plan, nor does its cancellation", async () => {
  const payer = await world.createCustomer();
  const sessionId = await payElsewhere(payer);
  await expectUntouched(payer, "customer");
  const { subscription } = await world.stripe.checkout.sessions.retrieve(sessionId);
  await world.stripe.subscriptions.cancel(String(subscription));
  const events = world.emulator.events().filter(({ pending_webhooks }) => pending_webhooks === 0);
  for (const { id } of events.slice(0, 12)) await world.emulator.webhooks.redeliver(id);
  await expectUntouched(payer, "customer");
  // The event is done with: Stripe need not send it again.
  expect(world.emulator.webhooks.attempts.every(({ status }) => status === 200)).toBe(true);
});

test.each([
  ["none of our metadata", undefined, 1, "checkout"],
  ["an attempt that never began", "2", 1, "checkout"],
  ["an attempt before the first", "0", 1, "checkout"],
  ["no attempt", "x", 1, "checkout"],
  ["our metadata, but twice the plan", "1", 2, "price"],
])("the profile's own customer pays with %s: no plan changes", async (_, attempt, quantity, mismatch) => {
  const payer = await world.createCustomer();
  await world.card(payer);
  const { sub, customerId } = payer;
  await payElsewhere(payer, {
    customer: await world.stripeIdOf(payer),
    line_items: [{ price: identifiers.stripePriceId, quantity }],
    ...(attempt && { subscription_data: { metadata: { sub, customerId, attempt } } }),
  });
  await expectUntouched(payer, mismatch);
});

test.each<[string, Partial<NonNullable<SubscriptionFacts["price"]>> | undefined]>([
  ["another price", { id: "price_other" }],
  ["another currency", { currency: "usd" }],
  ["another amount", { unitAmount: 100 }],
  ["no amount", { unitAmount: null }],
  ["more than one item", undefined],
])("a subscription of our own attempt with %s is not expected", (_, change) => {
  const taxes = { interval: "month", isTaxExclusive: false } as const;
  const price = { id: "price_1", currency: "jpy", unitAmount: 11_000, ...taxes };
  const profile = { stripeCustomerId: "cus_1" } as Profile;
  const checkout = { attempt: 1, price: { id: "price_1", amountYen: 11_000 } } as Checkout;
  const own = { stripeCustomerId: "cus_1", sub: "sub", attempt: "1", price } as SubscriptionFacts;
  const expected = { sub: "sub", profile, checkout, sessionId: undefined };
  expect(compareWithCheckout(own, expected)).toEqual({ mismatch: undefined, isOwnSale: true });
  const changed = change === undefined ? undefined : { ...price, ...change };
  const comparison = compareWithCheckout({ ...own, price: changed }, expected);
  expect(comparison).toEqual({ mismatch: "price", isOwnSale: false });
});

test("our own page does not count if Stripe does not charge the price of the settings", async () => {
  const payer = await world.createCustomer();
  const pay = () => world.settled(() => world.payOnPage(payer));
  await world.portal.withSettings({ STANDARD_PRICE_YEN: "10000" }, pay);
  expect((await world.comeBack(payer)).status).toBe(402);
  await expectUntouched(payer, "price");
});

test("a page that was opened before the price changed is still the customer's own", async () => {
  const payer = await world.createCustomer();
  const { json } = await world.card(payer);
  const pay = () => world.settled(() => world.emulator.decide(json.checkout_session_id, { outcome: "paid" }));
  await world.portal.withSettings({ STRIPE_PRICE_ID: "price_next", STANDARD_PRICE_YEN: "22000" }, pay);
  expect(await world.outcomeOf(payer)).toEqual(upgradedBy("card"));
});

test("a standard customer's unexpected payment is not refunded", async () => {
  const [payer] = await world.createPayer("invoice");
  await payElsewhere(payer);
  expect(await world.profileOf(payer)).toMatchObject({ plan: "standard", paymentType: "invoice" });
  expect(await rowsOf(payer)).toHaveLength(1);
  const { data: refunds } = await world.stripe.refunds.list();
  expect(refunds).toEqual([]);
});

test("another business of the same account is none of ours", async () => {
  await payElsewhere(await world.createCustomer(), { client_reference_id: "order-1234" });
  expect(alarms()).toBe(0);
  expect(world.portal.logged.filter((line) => line.includes('"level":"error"'))).toEqual([]);
});

test("the subscription in the profile counts, with any metadata", async () => {
  const [payer, subscriptionId] = await world.createPayer("invoice");
  await world.stripe.subscriptions.update(subscriptionId, { metadata: { sub: "", attempt: "" } });
  await world.settled(() => world.emulator.simulate.subscriptionEnds(subscriptionId));
  expect(await world.profileOf(payer)).toMatchObject({ plan: "suspended" });
});

describe("beside the contract of a standard customer", () => {
  /** Invoices are sent; this one is issued at once. */
  async function subscribeAtStripe(payer: Owner, metadata: Record<string, string> = {}): Promise<string> {
    const customer = await world.stripeIdOf(payer);
    const items = [{ price: identifiers.stripePriceId, quantity: 1 }];
    const sent = { collection_method: "send_invoice", days_until_due: 30 } as const;
    const { id, latest_invoice } = await world.stripe.subscriptions.create({
      customer,
      items,
      metadata,
      ...sent,
    });
    await world.settled(() => world.stripe.invoices.finalizeInvoice(String(latest_invoice)));
    return id;
  }
  const statusOf = async (id: string) => (await world.stripe.subscriptions.retrieve(id)).status;

  test("an operator's subscription is a row and an alarm with its first invoice", async () => {
    const [payer, own] = await world.createPayer("card");
    const other = await subscribeAtStripe(payer);
    expect(await rowsOf(payer)).toMatchObject([{ sk: other, mismatch: "checkout" }]);
    expect(alarms()).toBe(1);
    expect([await statusOf(own), await statusOf(other)]).toEqual(["active", "active"]);
    expect((await world.profileOf(payer)).subscriptionId).toBe(own);
  });

  test("a killed function's second subscription is cancelled, and its invoice voided", async () => {
    const [payer, own] = await world.createPayer("invoice");
    const { sub, customerId } = payer;
    const second = await subscribeAtStripe(payer, { sub, customerId, attempt: "1" });
    expect([await statusOf(own), await statusOf(second)]).toEqual(["active", "canceled"]);
    expect((await world.stripe.invoices.retrieve(await world.latestInvoiceOf(second))).status).toBe("void");
    expect((await world.profileOf(payer)).subscriptionId).toBe(own);
    expect(await rowsOf(payer)).toEqual([]);
  });
});
