/** Source: Stripe docs, "How subscriptions work" and "Invoice lifecycle". */
import type Stripe from "stripe";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openCheckout, priceId, type StripeUnderTest, startStripe } from "./stripe.ts";

let local: StripeUnderTest;
let customer: Stripe.Customer;
const newCustomer = () =>
  local.stripe.customers.create({ email: "keiri@example.com", address: { country: "JP" } });
beforeEach(async () => {
  local = await startStripe();
  customer = await newCustomer();
});
afterEach(() => local.close());

const byInvoice = (changes: Stripe.SubscriptionCreateParams = {}) =>
  local.stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: priceId }],
    automatic_tax: { enabled: true },
    collection_method: "send_invoice",
    days_until_due: 30,
    metadata: { customerId: "C-1" },
    expand: ["latest_invoice"],
    ...changes,
  });
/** Through the hosted page, as every subscription that a card pays. */
async function byCard(outcome: "paid" | "pending" = "paid", owner = customer): Promise<Stripe.Subscription> {
  const { id } = await openCheckout(local.stripe, { customer: owner.id });
  local.emulator.decide(id, { outcome });
  const { subscription } = await local.stripe.checkout.sessions.retrieve(id, { expand: ["subscription"] });
  return subscription as Stripe.Subscription;
}
const retrieve = ({ id }: Stripe.Subscription) => local.stripe.subscriptions.retrieve(id);
const invoiceOf = ({ latest_invoice: invoice }: Stripe.Subscription) =>
  local.stripe.invoices.retrieve(typeof invoice === "string" ? invoice : (invoice?.id ?? ""));
const events = (type: string) => local.emulator.events().filter((event) => event.type === type);

describe("a subscription by invoice", () => {
  it("is active at once, and its invoice is a draft for an hour", async () => {
    const subscription = await byInvoice();
    expect(subscription).toMatchObject({
      status: "active",
      latest_invoice: {
        status: "draft",
        total: 11_000,
        total_excluding_tax: 10_000,
        amount_due: 11_000,
        hosted_invoice_url: null,
        customer_email: "keiri@example.com",
        parent: { subscription_details: { subscription: subscription.id, metadata: { customerId: "C-1" } } },
      },
    });
    local.pass(3_601);
    const invoice = await invoiceOf(subscription);
    expect(invoice).toMatchObject({ status: "open", number: expect.stringMatching(/^[A-Z0-9]{8}-0001$/) });
    expect((invoice.due_date ?? 0) - invoice.created).toBe(30 * 86_400);
    expect(events("invoice.sent")).toHaveLength(1);
  });

  it("is past due without a payment in time, and active again after the payment", async () => {
    const subscription = await byInvoice();
    local.pass(31 * 86_400);
    expect(await retrieve(subscription)).toMatchObject({ status: "past_due" });
    // Only an automation of the account's would send it.
    expect(events("invoice.overdue")).toEqual([]);
    local.emulator.simulate.invoicePaid((await invoiceOf(subscription)).id);
    expect(await invoiceOf(subscription)).toMatchObject({ status: "paid", amount_paid: 11_000 });
    expect(await retrieve(subscription)).toMatchObject({ status: "active" });
  });

  it("has later invoices held back while unpaid, and comes back with the newest alone", async () => {
    const subscription = await byInvoice();
    local.emulator.passTime(subscription.id, { event: "overdue" });
    local.emulator.passTime(subscription.id, { event: "unpaid" });
    local.emulator.passTime(subscription.id, { event: "period_ended" });
    local.pass(7_200);
    const { latest_invoice: newest } = await retrieve(subscription);
    expect(await local.stripe.invoices.retrieve(String(newest))).toMatchObject({
      status: "draft",
      auto_advance: false,
    });
    local.emulator.simulate.invoicePaid((await invoiceOf(subscription)).id);
    expect(await retrieve(subscription)).toMatchObject({ status: "unpaid" });
    await local.stripe.invoices.finalizeInvoice(String(newest), { auto_advance: true });
    local.emulator.simulate.invoicePaid(String(newest));
    expect(await retrieve(subscription)).toMatchObject({ status: "active" });
  });

  it("has no time to pay once a card is charged", async () => {
    const { id } = await byInvoice();
    const changes = { collection_method: "charge_automatically" } as const;
    expect((await local.stripe.subscriptions.update(id, changes)).days_until_due).toBeNull();
  });

  it("is refused without a time to pay, and with automatic tax nowhere", async () => {
    await expect(byInvoice({ days_until_due: undefined } as never)).rejects.toThrow("days_until_due");
    const { id } = await local.stripe.customers.create({ email: "keiri@example.com" });
    await expect(byInvoice({ customer: id })).rejects.toThrow("customer's location");
  });
});

describe("a subscription by card", () => {
  it("is incomplete while the bank has not answered, and expires after 23 hours", async () => {
    const subscription = await byCard("pending");
    expect(subscription.status).toBe("incomplete");
    local.pass(23 * 3_600 + 1);
    expect(await retrieve(subscription)).toMatchObject({ status: "incomplete_expired" });
    expect(await invoiceOf(subscription)).toMatchObject({ status: "void" });
  });

  it("is past due while its card fails, and over for that reason once Stripe gives up", async () => {
    const subscription = await byCard();
    const { simulate } = local.emulator;
    simulate.paymentFailed(subscription.id);
    const failing = await retrieve(subscription);
    expect(failing.status).toBe("past_due");
    const attempt = { status: "open", attempt_count: 1, next_payment_attempt: expect.any(Number) };
    expect(await invoiceOf(failing)).toMatchObject(attempt);
    simulate.subscriptionEnds(subscription.id);
    const reason = "payment_failed";
    expect(await retrieve(subscription)).toMatchObject({
      status: "canceled",
      cancellation_details: { reason },
    });
    expect(await invoiceOf(failing)).toMatchObject({ status: "open", next_payment_attempt: null });
  });

  it("is paid by its own customer's card alone", async () => {
    const { id } = await byCard();
    const { default_payment_method: theirs } = await byCard("paid", await newCustomer());
    const changes = { default_payment_method: String(theirs) };
    await expect(local.stripe.subscriptions.update(id, changes)).rejects.toMatchObject({
      param: "default_payment_method",
    });
  });

  it("cannot be changed, cancelled or listed once it is canceled", async () => {
    const { id } = await byCard();
    const { subscriptions } = local.stripe;
    await subscriptions.cancel(id, { cancellation_details: { feedback: "unused" } });
    await expect(subscriptions.cancel(id)).rejects.toMatchObject({ statusCode: 404 });
    await expect(subscriptions.update(id, { days_until_due: 5 })).rejects.toThrow("canceled");
    expect((await subscriptions.list({ customer: customer.id })).data).toEqual([]);
    const { data } = await subscriptions.list({ customer: customer.id, status: "all" });
    expect(data).toMatchObject([{ id, cancellation_details: { feedback: "unused" } }]);
  });
});
