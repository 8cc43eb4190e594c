import type Stripe from "stripe";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openCheckout, priceId, type StripeUnderTest, startStripe, taxRateId } from "./stripe.ts";

let local: StripeUnderTest;
let customer: Stripe.Customer;
beforeEach(async () => {
  local = await startStripe();
  customer = await local.stripe.customers.create({ email: "keiri@example.com", name: "株式会社サンプル" });
});
afterEach(() => local.close());

const byInvoice = (changes: Stripe.SubscriptionCreateParams = {}) =>
  local.stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: priceId }],
    default_tax_rates: [taxRateId],
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
const byCard = (card: string, changes: Stripe.SubscriptionCreateParams = {}) =>
  local.stripe.paymentMethods.attach(card, { customer: customer.id }).then(({ id }) =>
    local.stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: priceId }],
      default_payment_method: id,
      ...changes,
    }),
  );
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
        subtotal: 11_000,
        total: 12_100,
        amount_due: 12_100,
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
    expect(page).toContain("￥12,100");
    expect(page).toContain("お支払い待ち");
    const file = await fetch(invoice.invoice_pdf ?? "");
    expect(file.headers.get("content-type")).toBe("application/pdf");
    const bytes = Buffer.from(await file.arrayBuffer()).toString("latin1");
    expect(bytes.startsWith("%PDF-1.5")).toBe(true);
    const table = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(bytes)?.[1]);
    expect(bytes.slice(table, table + 4)).toBe("xref");
    const guessed = invoice.invoice_pdf?.replace(/test_\w/, "test_-");
    expect((await fetch(guessed ?? "")).status).toBe(404);
  });

  it("are past due when nobody pays in time, and active again when the money comes", async () => {
    const subscription = await byInvoice();
    local.pass(31 * 86_400);
    expect(await local.stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ status: "past_due" });
    await local.stripe.customers.list();
    expect(events("invoice.overdue")).toHaveLength(1);
    const { id } = await invoiceOf(subscription);
    local.emulator.simulate.invoicePaid(id);
    expect(await local.stripe.invoices.retrieve(id)).toMatchObject({ status: "paid", amount_paid: 12_100 });
    expect(await local.stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ status: "active" });
    expect(events("invoice.paid")).toHaveLength(1);
  });

  it("become overdue on demand", async () => {
    const subscription = await byInvoice();
    local.emulator.simulate.invoiceOverdue((await invoiceOf(subscription)).id);
    expect(events("invoice.overdue")).toHaveLength(1);
    expect(await local.stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ status: "past_due" });
  });

  it("can be voided or paid elsewhere", async () => {
    const [first, second] = [await invoiceOf(await byInvoice()), await invoiceOf(await byInvoice())];
    await expect(local.stripe.invoices.voidInvoice(first.id)).rejects.toThrow("This invoice is draft");
    await local.stripe.invoices.sendInvoice(first.id);
    expect(await local.stripe.invoices.voidInvoice(first.id)).toMatchObject({ status: "void" });
    await expect(local.stripe.invoices.pay(first.id, { paid_out_of_band: true })).rejects.toThrow("void");
    expect(await local.stripe.invoices.pay(second.id, { paid_out_of_band: true })).toMatchObject({
      status: "paid",
      amount_paid_off_stripe: 12_100,
    });
    const { data } = await local.stripe.invoices.list({ customer: customer.id, status: "paid" });
    expect(data.map(({ id }) => id)).toEqual([second.id]);
  });

  it.each([
    ["no time to pay", { days_until_due: undefined }, "days_until_due"],
    ["a time to pay by card", { collection_method: "charge_automatically" }, "days_until_due"],
    ["automatic tax nowhere", { automatic_tax: { enabled: true } }, "customer's location"],
  ])("refuse %s", async (_, changes, message) => {
    await expect(byInvoice(changes as Stripe.SubscriptionCreateParams)).rejects.toThrow(message);
    expect((await local.stripe.subscriptions.list()).data).toEqual([]);
  });

  it("refuse a customer without an e-mail address", async () => {
    const { id } = await local.stripe.customers.create({ name: "A" });
    await expect(byInvoice({ customer: id })).rejects.toThrow("Missing email");
  });
});

describe("subscriptions by card", () => {
  it("charge the card at once", async () => {
    const subscription = await byCard("pm_card_visa");
    expect(subscription.status).toBe("active");
    expect(await invoiceOf(subscription)).toMatchObject({ status: "paid", attempt_count: 1 });
  });

  it("are incomplete when the card is declined, and expire after 23 hours", async () => {
    const subscription = await byCard("pm_card_chargeCustomerFail");
    expect(subscription.status).toBe("incomplete");
    expect(events("invoice.payment_failed")).toHaveLength(1);
    local.pass(23 * 3_600 + 1);
    expect(await local.stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
      status: "incomplete_expired",
    });
    expect(await invoiceOf(subscription)).toMatchObject({ status: "void" });
  });

  it("are not made when the card must work, or when there is none", async () => {
    const declined = byCard("pm_card_chargeCustomerFail", { payment_behavior: "error_if_incomplete" });
    await expect(declined).rejects.toMatchObject({
      type: "StripeCardError",
      code: "card_declined",
      statusCode: 402,
    });
    const none = local.stripe.subscriptions.create({ customer: customer.id, items: [{ price: priceId }] });
    await expect(none).rejects.toThrow("no attached payment source");
    await expect(byCard("pm_card_chargeDeclined")).rejects.toMatchObject({ code: "card_declined" });
    expect((await local.stripe.subscriptions.list({ status: "all" })).data).toEqual([]);
  });

  it("can wait for the payment to be confirmed", async () => {
    const subscription = await byCard("pm_card_visa", {
      payment_behavior: "default_incomplete",
      expand: ["latest_invoice.confirmation_secret"],
    });
    expect(subscription).toMatchObject({
      status: "incomplete",
      latest_invoice: {
        confirmation_secret: {
          type: "payment_intent",
          client_secret: expect.stringMatching(/^pi_.*_secret_/),
        },
      },
    });
    expect(await local.stripe.invoices.pay((await invoiceOf(subscription)).id)).toMatchObject({
      status: "paid",
    });
  });

  it("renew, fail and end", async () => {
    const { id, items } = await byCard("pm_card_visa");
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
    const { id } = await byCard("pm_card_visa");
    const card = await local.stripe.paymentMethods.attach("pm_card_jcb", { customer: customer.id });
    const changed = await local.stripe.subscriptions.update(id, {
      default_payment_method: card.id,
      metadata: { a: "1" },
      cancel_at_period_end: true,
    });
    expect(changed).toMatchObject({ default_payment_method: card.id, cancel_at_period_end: true });
    expect(changed.cancel_at).toBe(changed.items.data[0]?.current_period_end);
    const foreign = await local.stripe.customers.create({ name: "B" });
    const theirs = await local.stripe.paymentMethods.attach("pm_card_visa", { customer: foreign.id });
    await expect(
      local.stripe.subscriptions.update(id, { default_payment_method: theirs.id }),
    ).rejects.toMatchObject({ param: "default_payment_method" });

    const canceled = await local.stripe.subscriptions.cancel(id, {
      cancellation_details: { comment: "x", feedback: "unused" },
    });
    expect(canceled).toMatchObject({ status: "canceled", cancellation_details: { feedback: "unused" } });
    await expect(local.stripe.subscriptions.cancel(id)).rejects.toMatchObject({ statusCode: 404 });
    await expect(local.stripe.subscriptions.update(id, { description: "x" })).rejects.toThrow("canceled");
    expect((await local.stripe.subscriptions.list({ customer: customer.id })).data).toEqual([]);
    const all = await local.stripe.subscriptions.list({ customer: customer.id, status: "all" });
    expect(all.data).toHaveLength(1);
  });
});

describe("payments", () => {
  const chargeOfCheckout = async () => {
    const session = await openCheckout(local.stripe, { customer: customer.id });
    local.emulator.decide(session.id, { outcome: "paid" });
    const { data } = await local.stripe.charges.list({ customer: customer.id });
    return data[0] as Stripe.Charge;
  };

  it("are refunded in parts, and never twice", async () => {
    const charge = await chargeOfCheckout();
    const part = await local.stripe.refunds.create({ charge: charge.id, amount: 100 });
    expect(part).toMatchObject({ amount: 100, status: "succeeded", charge: charge.id });
    await expect(local.stripe.refunds.create({ charge: charge.id, amount: 12_001 })).rejects.toMatchObject({
      param: "amount",
    });
    const intent = typeof charge.payment_intent === "string" ? charge.payment_intent : "";
    const rest = await local.stripe.refunds.create({
      payment_intent: intent,
      reason: "requested_by_customer",
    });
    expect(rest.amount).toBe(12_000);
    await expect(local.stripe.refunds.create({ charge: charge.id })).rejects.toMatchObject({
      code: "charge_already_refunded",
    });
    expect(await local.stripe.charges.retrieve(charge.id, { expand: ["refunds"] })).toMatchObject({
      refunded: true,
      amount_refunded: 12_100,
      refunds: { data: [{ id: rest.id }, { id: part.id }] },
    });
  });

  it("belong to an invoice", async () => {
    const charge = await chargeOfCheckout();
    const { data } = await local.stripe.invoicePayments.list({ expand: ["data.payment.payment_intent"] });
    expect(data[0]).toMatchObject({
      status: "paid",
      amount_paid: 12_100,
      payment: { payment_intent: { status: "succeeded", latest_charge: charge.id } },
    });
  });

  it("use the customer's default card, until it is detached", async () => {
    const card = await local.stripe.paymentMethods.attach("pm_card_visa", { customer: customer.id });
    await local.stripe.customers.update(customer.id, {
      invoice_settings: { default_payment_method: card.id },
    });
    const subscription = await local.stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: priceId }],
    });
    expect(subscription.status).toBe("active");
    await local.stripe.paymentMethods.detach(card.id);
    expect(await local.stripe.customers.retrieve(customer.id)).toMatchObject({
      invoice_settings: { default_payment_method: null },
    });
    expect((await local.stripe.customers.listPaymentMethods(customer.id)).data).toEqual([]);
    await expect(local.stripe.paymentMethods.detach(card.id)).rejects.toThrow("not attached");
  });
});

describe("state", () => {
  it("comes back from a snapshot, idempotency keys included", async () => {
    const session = await openCheckout(local.stripe, { customer: customer.id }, { idempotencyKey: "key-1" });
    const saved = JSON.parse(JSON.stringify(local.emulator.snapshot()));
    local.emulator.reset();
    await expect(local.stripe.customers.retrieve(customer.id)).rejects.toMatchObject({ statusCode: 404 });
    expect((await local.stripe.prices.list()).data).toHaveLength(2);
    local.emulator.restore(saved);
    expect(local.emulator.snapshot()).toEqual(saved);
    const again = await openCheckout(local.stripe, { customer: customer.id }, { idempotencyKey: "key-1" });
    expect(again.id).toBe(session.id);
    local.emulator.decide(session.id, { outcome: "paid" });
    expect((await local.stripe.subscriptions.list()).data).toHaveLength(1);
  });
});
