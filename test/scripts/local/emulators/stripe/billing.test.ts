import type Stripe from "stripe";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { TimeEvent } from "#scripts/local/emulators/stripe/simulate.ts";
import { textOfPdf } from "#test/support/pdf.ts";
import { openCheckout, priceId, registrationNumber, type StripeUnderTest, startStripe } from "./stripe.ts";

let local: StripeUnderTest;
let customer: Stripe.Customer;
beforeEach(async () => {
  local = await startStripe();
  customer = await local.stripe.customers.create({
    email: "keiri@example.com",
    name: "株式会社サンプル",
    address: { country: "JP" },
  });
});
afterEach(() => local.close());

const byInvoice = (changes: Stripe.SubscriptionCreateParams = {}) =>
  local.stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: priceId }],
    automatic_tax: { enabled: true },
    collection_method: "send_invoice",
    days_until_due: 30,
    payment_settings: {
      payment_method_types: ["customer_balance"],
      payment_method_options: {
        customer_balance: { funding_type: "bank_transfer", bank_transfer: { type: "jp_bank_transfer" } },
      },
    },
    metadata: { customerId: "C-1" },
    expand: ["latest_invoice"],
    ...changes,
  });
/** Through the hosted page, as every subscription that a card pays. */
async function byCard(outcome: "paid" | "pending" = "paid"): Promise<Stripe.Subscription> {
  const { id } = await openCheckout(local.stripe, { customer: customer.id });
  local.emulator.decide(id, { outcome });
  const { subscription } = await local.stripe.checkout.sessions.retrieve(id, { expand: ["subscription"] });
  return subscription as Stripe.Subscription;
}
async function anotherCard(owner = customer): Promise<string> {
  const { id } = await local.stripe.checkout.sessions.create({
    mode: "setup",
    currency: "jpy",
    customer: owner.id,
    success_url: "http://localhost:3000/update",
  });
  local.emulator.decide(id, { outcome: "paid", card: "jcb" });
  const { data } = await local.stripe.customers.listPaymentMethods(owner.id, { type: "card" });
  return data.find(({ card }) => card?.brand === "jcb")?.id ?? "";
}
const invoiceOf = ({ latest_invoice: invoice }: Stripe.Subscription) =>
  local.stripe.invoices.retrieve(typeof invoice === "string" ? invoice : (invoice?.id ?? ""));
const events = (type: string) => local.emulator.events().filter((event) => event.type === type);

describe("subscriptions by invoice", () => {
  it("are active at once, their invoice is a draft for an hour", async () => {
    const subscription = await byInvoice();
    expect(subscription).toMatchObject({
      status: "active",
      collection_method: "send_invoice",
      days_until_due: 30,
      payment_settings: {
        payment_method_types: ["customer_balance"],
        payment_method_options: { customer_balance: { bank_transfer: { type: "jp_bank_transfer" } } },
      },
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
    const [item] = subscription.items.data;
    expect((item?.current_period_end ?? 0) - (item?.current_period_start ?? 0)).toBeGreaterThan(27 * 86_400);

    local.pass(3_601);
    const invoice = await invoiceOf(subscription);
    expect(invoice).toMatchObject({ status: "open", number: expect.stringMatching(/^[A-Z0-9]{8}-0001$/) });
    expect((invoice.due_date ?? 0) - invoice.created).toBe(30 * 86_400);
    expect(String(invoice.lines.data[0]?.pricing?.unit_amount_decimal)).toBe("11000");
    expect(events("invoice.sent")).toHaveLength(1);
  });

  it("have an invoice that can be opened and downloaded", async () => {
    const draft = await invoiceOf(await byInvoice());
    const invoice = await local.stripe.invoices.finalizeInvoice(draft.id);
    const page = await (await fetch(invoice.hosted_invoice_url ?? "")).text();
    expect(page).toContain("株式会社サンプル");
    for (const text of [
      "お支払い待ち",
      registrationNumber,
      "10%対象（税抜）",
      "￥10,000",
      "￥1,000",
      "￥11,000",
    ])
      expect(page).toContain(text);
    expect(invoice.account_tax_ids).toEqual([expect.stringMatching(/^txi_/)]);
    expect(draft.account_tax_ids).toBeNull();
    const file = await fetch(invoice.invoice_pdf ?? "");
    expect(file.headers.get("content-type")).toBe("application/pdf");
    expect(await textOfPdf(await file.bytes())).toContain("￥11,000");
    const receipt = () => fetch(invoice.invoice_pdf?.replace(/pdf$/, "receipt") ?? "");
    expect((await receipt()).status).toBe(404);
    const paid = await fetch(invoice.hosted_invoice_url ?? "", { method: "POST" });
    expect(await paid.text()).toContain("領収書をダウンロード（PDF）");
    expect(await local.stripe.invoices.retrieve(invoice.id)).toMatchObject({ status: "paid" });
    expect((await receipt()).headers.get("content-type")).toBe("application/pdf");
    const guessed = invoice.invoice_pdf?.replace(/test_\w/, "test_-");
    expect((await fetch(guessed ?? "")).status).toBe(404);
  });

  it("are past due without a payment in time, and active again after the payment", async () => {
    const subscription = await byInvoice();
    local.pass(31 * 86_400);
    expect(await local.stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ status: "past_due" });
    await local.stripe.customers.list();
    expect(events("invoice.overdue")).toHaveLength(1);
    const { id } = await invoiceOf(subscription);
    local.emulator.simulate.invoicePaid(id);
    expect(await local.stripe.invoices.retrieve(id)).toMatchObject({ status: "paid", amount_paid: 11_000 });
    expect(await local.stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ status: "active" });
    expect(events("invoice.paid")).toHaveLength(1);
  });

  it.each([
    ["no time to pay", { days_until_due: undefined }, "days_until_due"],
    ["automatic tax nowhere", { customer: "nowhere" }, "customer's location"],
  ])("refuse %s", async (_, changes, message) => {
    const { id } = await local.stripe.customers.create({ email: "keiri@example.com" });
    const given = "customer" in changes ? { customer: id } : changes;
    await expect(byInvoice(given as Stripe.SubscriptionCreateParams)).rejects.toThrow(message);
    expect((await local.stripe.subscriptions.list()).data).toEqual([]);
  });
});

describe("subscriptions by card", () => {
  it("are incomplete while the bank has not answered, and expire after 23 hours", async () => {
    const { id, status, latest_invoice: invoice } = await byCard("pending");
    expect(status).toBe("incomplete");
    local.pass(23 * 3_600 + 1);
    expect(await local.stripe.subscriptions.retrieve(id)).toMatchObject({ status: "incomplete_expired" });
    expect(await local.stripe.invoices.retrieve(String(invoice))).toMatchObject({ status: "void" });
  });

  it("renew, fail and end", async () => {
    const { id, items } = await byCard();
    const { simulate } = local.emulator;
    expect(await local.stripe.invoices.retrieve(simulate.renewed(id))).toMatchObject({
      status: "paid",
      billing_reason: "subscription_cycle",
    });
    const failed = simulate.paymentFailed(id);
    const after = await local.stripe.subscriptions.retrieve(id);
    expect(after).toMatchObject({ status: "past_due", latest_invoice: failed });
    expect(after.items.data[0]?.current_period_start).toBeGreaterThan(items.data[0]?.current_period_end ?? 0);
    const invoice = await local.stripe.invoices.retrieve(failed);
    expect(invoice).toMatchObject({ status: "open", attempt_count: 1 });
    expect(invoice.next_payment_attempt).not.toBeNull();
    simulate.subscriptionEnds(id);
    expect(events("customer.subscription.deleted")[0]?.data.object).toMatchObject({
      status: "canceled",
      cancellation_details: { reason: "payment_failed" },
    });
  });

  it("take a new card, and are canceled now or later", async () => {
    const { id } = await byCard();
    const card = await anotherCard();
    const changed = await local.stripe.subscriptions.update(id, {
      default_payment_method: card,
      metadata: { a: "1" },
      cancel_at_period_end: true,
    });
    expect(changed).toMatchObject({ default_payment_method: card, cancel_at_period_end: true });
    expect(changed.cancel_at).toBe(changed.items.data[0]?.current_period_end);
    const foreign = await local.stripe.customers.create({ name: "B" });
    const theirs = await anotherCard(foreign);
    await expect(
      local.stripe.subscriptions.update(id, { default_payment_method: theirs }),
    ).rejects.toMatchObject({ param: "default_payment_method" });

    const canceled = await local.stripe.subscriptions.cancel(id, {
      cancellation_details: { comment: "x", feedback: "unused" },
    });
    expect(canceled).toMatchObject({ status: "canceled", cancellation_details: { feedback: "unused" } });
    await expect(local.stripe.subscriptions.cancel(id)).rejects.toMatchObject({ statusCode: 404 });
    await expect(local.stripe.subscriptions.update(id, { days_until_due: 5 })).rejects.toThrow("canceled");
    expect((await local.stripe.subscriptions.list({ customer: customer.id })).data).toEqual([]);
    const all = await local.stripe.subscriptions.list({ customer: customer.id, status: "all" });
    expect(all.data).toHaveLength(1);
  });
});

describe("as time passes", () => {
  const pass = (id: string, event: TimeEvent) => local.emulator.passTime(id, { event });
  const statusOf = async (id: string) => (await local.stripe.subscriptions.retrieve(id)).status;

  it("a renewal fails, is tried again with another card, and is paid", async () => {
    const { id } = await byCard();
    pass(id, "payment_failed");
    expect(await statusOf(id)).toBe("past_due");
    await local.stripe.subscriptions.update(id, { default_payment_method: await anotherCard() });
    pass(id, "retried");
    expect(await statusOf(id)).toBe("active");
    expect(await invoiceOf(await local.stripe.subscriptions.retrieve(id))).toMatchObject({
      status: "paid",
      attempt_count: 2,
    });
  });

  it("Stripe gives up, and the invoice can still be paid", async () => {
    const { id } = await byCard();
    pass(id, "payment_failed");
    pass(id, "gave_up");
    const ended = await local.stripe.subscriptions.retrieve(id);
    expect(ended).toMatchObject({ status: "canceled", cancellation_details: { reason: "payment_failed" } });
    expect(await invoiceOf(ended)).toMatchObject({ status: "open", next_payment_attempt: null });
  });

  it.each([
    ["renews", false, "active"],
    ["ends, if that was asked for", true, "canceled"],
  ])("the period ends and the subscription %s", async (_, cancel_at_period_end, status) => {
    const { id } = await byCard();
    const cancellation_details = { feedback: "unused" } as const;
    await local.stripe.subscriptions.update(id, { cancel_at_period_end, cancellation_details });
    pass(id, "period_ended");
    const { cancellation_details: details, ...subscription } = await local.stripe.subscriptions.retrieve(id);
    expect(subscription.status).toBe(status);
    // The details of the cancellation are still there.
    expect(details?.feedback).toBe("unused");
  });

  it("a subscription ends by itself at the time it was cancelled for", async () => {
    const { id } = await byCard();
    await local.stripe.subscriptions.update(id, { cancel_at_period_end: true });
    local.pass(32 * 86_400);
    expect(await statusOf(id)).toBe("canceled");
    expect(events("customer.subscription.deleted")).toHaveLength(1);
  });

  it("an invoice that is sent becomes overdue, and one of a subscription that is charged again has no time to pay", async () => {
    const { id } = await byInvoice();
    pass(id, "overdue");
    expect(await statusOf(id)).toBe("past_due");
    const changed = await local.stripe.subscriptions.update(id, {
      collection_method: "charge_automatically",
    });
    expect(changed.days_until_due).toBeNull();
  });
});
