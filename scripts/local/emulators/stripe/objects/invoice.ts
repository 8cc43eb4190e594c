import { newId } from "../ids.ts";
import type { Customer, Invoice, Subscription } from "./stored.ts";

export type InvoiceLine = Invoice["lines"]["data"][number];

export interface InvoiceTotals {
  total: number;
  totalExcludingTax: number;
  taxes: Invoice["total_taxes"];
}

/** A draft. Where it belongs stands in `parent.subscription_details`; its payments are included on demand. */
export function newInvoice(
  created: number,
  { customer, subscription, account, reason }: InvoiceOrigin,
): Invoice {
  const id = newId("in_1", 23);
  const options = subscription.payment_settings?.payment_method_options ?? null;
  return {
    id,
    object: "invoice",
    account_country: "JP",
    account_name: account,
    account_tax_ids: null,
    ...noMoney,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: {
      disabled_reason: null,
      enabled: subscription.automatic_tax.enabled,
      liability: subscription.automatic_tax.liability,
      provider: subscription.automatic_tax.enabled ? "stripe" : null,
      status: subscription.automatic_tax.enabled ? "complete" : null,
    },
    automatically_finalizes_at: null,
    billing_reason: reason,
    collection_method: subscription.collection_method,
    created,
    currency: subscription.currency,
    custom_fields: customer.invoice_settings.custom_fields,
    customer: customer.id,
    customer_address: customer.address ?? null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: customer.phone ?? null,
    customer_tax_exempt: customer.tax_exempt ?? "none",
    customer_tax_ids: [],
    default_payment_method: null,
    default_tax_rates: [],
    discounts: [],
    due_date: null,
    effective_at: null,
    ending_balance: null,
    footer: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: "self" },
    lines: { object: "list", data: [], has_more: false, url: `/v1/invoices/${id}/lines` },
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: null,
    parent: {
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: "subscription_details",
    },
    payment_settings: {
      payment_method_options: options && { customer_balance: options.customer_balance },
      payment_method_types: subscription.payment_settings?.payment_method_types ?? null,
    },
    period_end: created,
    period_start: created,
    status: "draft",
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
  };
}

export interface InvoiceOrigin {
  customer: Customer;
  subscription: Subscription;
  /** The seller's name. */
  account: string;
  reason: "subscription_create" | "subscription_cycle";
}

const noMoney = {
  amount_due: 0,
  amount_overpaid: 0,
  amount_paid: 0,
  amount_remaining: 0,
  amount_shipping: 0,
  post_payment_credit_notes_amount: 0,
  pre_payment_credit_notes_amount: 0,
  starting_balance: 0,
  subtotal: 0,
  subtotal_excluding_tax: 0,
  total: 0,
  total_discount_amounts: [],
  total_excluding_tax: 0,
  total_pretax_credit_amounts: [],
  total_taxes: [],
};
