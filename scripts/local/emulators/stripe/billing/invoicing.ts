/** An invoice's life: drafted with its subscription, finalized, sent, voided. Source: Stripe docs, "Invoice lifecycle". */
import { type Account, accountId, taxId } from "../account.ts";
import { invalidRequest } from "../api/stripe-error.ts";
import { newId, randomLetters } from "../ids.ts";
import { newInvoicePayment, newPaymentIntent } from "../objects/payments.ts";
import {
  type Customer,
  type Invoice,
  type PaymentIntent,
  type Subscription,
  stored,
} from "../objects/stored.ts";
import { type TaxedAmount, taxEntry, taxed, totalOf } from "./tax.ts";

const day = 24 * 60 * 60;
const hour = 60 * 60;

type Item = Subscription["items"]["data"][number];
type InvoiceLine = Invoice["lines"]["data"][number];
type Reason = "subscription_create" | "subscription_cycle";

/** One line for each item and its current period. An invoice that is sent stays a draft for an hour. */
export function draftInvoice(account: Account, subscription: Subscription, reason: Reason): Invoice {
  const customer = account.state.customers.get(subscription.customer);
  const invoice = newInvoice(account, customer, subscription, reason);
  account.state.invoices.add(invoice);
  account.change(customer, { currency: invoice.currency });
  account.change(subscription, { latest_invoice: invoice.id });
  account.record("invoice.created", invoice);
  return invoice;
}

/** The next invoice as it would be; nothing is stored. Source: Stripe API reference, "Create a preview invoice". */
export function previewInvoice(account: Account, subscription: Subscription): Invoice {
  if (subscription.status === "canceled" || subscription.cancel_at_period_end)
    throw invalidRequest(`No upcoming invoices for subscription: ${subscription.id}`, {
      code: "invoice_upcoming_none",
    });
  const customer = account.state.customers.get(subscription.customer);
  const invoice = newInvoice(account, customer, subscription, "subscription_cycle");
  const amount_due = Math.max(0, invoice.total + customer.balance);
  return { ...invoice, amount_due, amount_remaining: amount_due };
}

/** Less the coupons, whose discount is in percent. */
const amountOf = (
  { state }: Account,
  { price, quantity = 1 }: Item,
  { automatic_tax, discounts }: Subscription,
): TaxedAmount => {
  const percentages = discounts.map((id) => {
    const { source } = state.discounts.get(String(id));
    return state.coupons.get(String(source.coupon)).percent_off ?? 0;
  });
  const factor = percentages.reduce((rest, percent) => (rest * (100 - percent)) / 100, 1);
  const unit_amount = Math.round((price.unit_amount ?? 0) * factor);
  return taxed({ ...price, unit_amount }, quantity, automatic_tax.enabled);
};

function newInvoice(
  account: Account,
  customer: Customer,
  subscription: Subscription,
  reason: Reason,
): Invoice {
  const now = account.now();
  const id = newId("in_1", 23);
  const isSent = subscription.collection_method === "send_invoice";
  // Stripe holds it back while the subscription is unpaid.
  const isHeld = subscription.status === "unpaid";
  const amounts = subscription.items.data.map((item) => amountOf(account, item, subscription));
  const { total, tax } = totalOf(amounts);
  return stored<Invoice>({
    id,
    object: "invoice",
    account_tax_ids: null,
    amount_due: total,
    amount_paid: 0,
    amount_remaining: total,
    attempt_count: 0,
    attempted: false,
    auto_advance: !isHeld,
    automatically_finalizes_at: isSent && !isHeld ? now + hour : null,
    billing_reason: reason,
    collection_method: subscription.collection_method,
    created: now,
    currency: subscription.currency,
    custom_fields: customer.invoice_settings.custom_fields,
    customer: customer.id,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    due_date: isSent ? now + (subscription.days_until_due ?? 0) * day : null,
    effective_at: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    lines: {
      object: "list",
      data: subscription.items.data.map((item, index) => lineOf(item, amounts[index]?.total ?? 0)),
      has_more: false,
      url: `/v1/invoices/${id}/lines`,
    },
    next_payment_attempt: null,
    number: null,
    parent: {
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: "subscription_details",
    },
    payment_settings: {
      payment_method_types: subscription.payment_settings?.payment_method_types ?? null,
    },
    post_payment_credit_notes_amount: 0,
    status: "draft",
    status_transitions: { finalized_at: null },
    total,
    total_excluding_tax: total - tax,
    total_taxes: amounts.flatMap(taxEntry),
  });
}

function lineOf(item: Item, amount: number): InvoiceLine {
  const { price, quantity = 1 } = item;
  return stored<InvoiceLine>({
    id: newId("il_1", 23),
    object: "line_item",
    amount,
    period: { start: item.current_period_start, end: item.current_period_end },
    pricing: {
      price_details: { price: price.id, product: price.product },
      type: "price_details",
      unit_amount_decimal: price.unit_amount_decimal,
    },
    quantity,
  });
}

/** Opens a draft: it gets its number, its pages and, unless nothing is to be paid, the payment intent that will pay it. */
export function finalizeInvoice(account: Account, invoice: Invoice): PaymentIntent | undefined {
  if (invoice.status !== "draft") {
    throw invalidRequest("This invoice is already finalized, you can't re-finalize a non-draft invoice.", {
      code: "invoice_not_editable",
    });
  }
  const { state, now, record, change } = account;
  const customer = state.customers.get(invoice.customer ?? "");
  const sequence = customer.next_invoice_sequence ?? 1;
  const token = randomLetters(40);
  change(customer, { next_invoice_sequence: sequence + 1 });
  change(invoice, {
    status: "open",
    number: `${customer.invoice_prefix}-${String(sequence).padStart(4, "0")}`,
    hosted_invoice_url: `/i/${accountId}/test_${token}`,
    invoice_pdf: `/invoice/${accountId}/test_${token}/pdf`,
    effective_at: now(),
    account_tax_ids: account.registrationNumber === undefined ? null : [taxId],
    automatically_finalizes_at: null,
    status_transitions: { finalized_at: now() },
    ...takeCredit(account, customer, invoice),
  });
  const intent = invoice.amount_due === 0 ? undefined : beginPayment(account, invoice);
  record("invoice.finalized", invoice);
  if (invoice.collection_method === "send_invoice") record("invoice.sent", invoice);
  return intent;
}

function beginPayment({ state, now, record }: Account, invoice: Invoice): PaymentIntent {
  const types = invoice.payment_settings.payment_method_types ?? ["card"];
  const intent = state.paymentIntents.add(newPaymentIntent(now(), invoice, types));
  state.invoicePayments.add(newInvoicePayment(now(), invoice, intent));
  record("payment_intent.created", intent);
  return intent;
}

/** A negative balance is the customer's credit, which pays first. */
function takeCredit(account: Account, customer: Customer, { amount_due }: Invoice): Partial<Invoice> {
  const { balance } = customer;
  const taken = Math.min(amount_due, Math.max(0, -balance));
  account.change(customer, { balance: balance + taken });
  const due = amount_due - taken;
  return {
    starting_balance: balance,
    ending_balance: balance + taken,
    amount_due: due,
    amount_remaining: due,
  };
}

export function voidInvoice(account: Account, invoice: Invoice): void {
  if (invoice.status !== "open" && invoice.status !== "uncollectible") {
    throw invalidRequest(
      `You can only pass in open or uncollectible invoices. This invoice is ${invoice.status}.`,
    );
  }
  account.change(invoice, { status: "void", auto_advance: false });
  const intent = intentOf(account, invoice);
  if (intent) {
    account.change(intent, { status: "canceled" });
    account.record("payment_intent.canceled", intent);
  }
  account.record("invoice.voided", invoice);
}

/** The payment intent that pays a finalized invoice. */
export function intentOf({ state }: Account, invoice: Invoice): PaymentIntent | undefined {
  const payment = state.invoicePayments.newestFirst().find((each) => each.invoice === invoice.id);
  return state.paymentIntents.find(payment?.payment.payment_intent ?? "");
}
