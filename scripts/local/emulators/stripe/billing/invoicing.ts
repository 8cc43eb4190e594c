/** An invoice's life: drafted with its subscription, finalized, sent, voided. Source: Stripe docs, "Invoice lifecycle". */
import { type Account, accountId, accountName, taxId } from "../account.ts";
import { invalidRequest } from "../api/stripe-error.ts";
import { newId, randomLetters } from "../ids.ts";
import { type InvoiceLine, type InvoiceOrigin, newInvoice } from "../objects/invoice.ts";
import { newInvoicePayment, newPaymentIntent } from "../objects/payments.ts";
import type { Invoice, PaymentIntent, Subscription } from "../objects/stored.ts";
import { type TaxedAmount, taxEntry, taxed, totalsOf } from "./tax.ts";

const day = 24 * 60 * 60;
const hour = 60 * 60;

type Item = Subscription["items"]["data"][number];

/** One line for each item and its current period. An invoice that is sent stays a draft for an hour. */
export function draftInvoice(
  account: Account,
  subscription: Subscription,
  reason: InvoiceOrigin["reason"],
): Invoice {
  const now = account.now();
  const customer = account.state.customers.get(subscription.customer);
  const invoice = newInvoice(now, { customer, subscription, reason, account: accountName });
  const amounts = subscription.items.data.map((item) => amountOf(item, subscription));
  invoice.lines.data = subscription.items.data.map((item, index) =>
    lineOf(invoice, item, amounts[index] ?? amountOf(item, subscription)),
  );
  const { total, totalExcludingTax, taxes } = totalsOf(amounts);
  Object.assign(invoice, {
    subtotal: total,
    subtotal_excluding_tax: totalExcludingTax,
    total,
    total_excluding_tax: totalExcludingTax,
    total_taxes: taxes,
    amount_due: total,
    amount_remaining: total,
  });
  if (invoice.collection_method === "send_invoice") {
    invoice.automatically_finalizes_at = now + hour;
    invoice.due_date = now + (subscription.days_until_due ?? 0) * day;
  }
  account.state.invoices.add(invoice);
  account.change(customer, { currency: invoice.currency });
  account.change(subscription, { latest_invoice: invoice.id });
  account.record("invoice.created", invoice);
  return invoice;
}

function amountOf({ price, quantity = 1 }: Item, { automatic_tax }: Subscription): TaxedAmount {
  return taxed(price, quantity, automatic_tax.enabled);
}

function lineOf(invoice: Invoice, item: Item, amount: TaxedAmount): InvoiceLine {
  const { price, quantity = 1, subscription } = item;
  return {
    id: newId("il_1", 23),
    object: "line_item",
    amount: amount.total,
    currency: invoice.currency,
    description: `${quantity} × ${price.product}`,
    discount_amounts: [],
    discountable: true,
    discounts: [],
    invoice: invoice.id,
    livemode: false,
    metadata: {},
    parent: {
      subscription_item_details: {
        proration: false,
        subscription,
        subscription_item: item.id,
      },
      type: "subscription_item_details",
    },
    period: { start: item.current_period_start, end: item.current_period_end },
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: price.id, product: price.product },
      type: "price_details",
      unit_amount_decimal: price.unit_amount_decimal,
    },
    quantity,
    quantity_decimal: String(quantity),
    subscription,
    subtotal: amount.total,
    taxes: taxEntry(amount),
  };
}

/** Opens a draft: it gets its number, its pages and the payment intent that will pay it. */
export function finalizeInvoice(account: Account, invoice: Invoice): PaymentIntent {
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
    ending_balance: 0,
    status_transitions: { ...invoice.status_transitions, finalized_at: now() },
  });
  const types = invoice.payment_settings.payment_method_types ?? ["card"];
  const intent = state.paymentIntents.add(newPaymentIntent(now(), invoice, types));
  state.invoicePayments.add(newInvoicePayment(now(), invoice, intent));
  record("payment_intent.created", intent);
  record("invoice.finalized", invoice);
  if (invoice.collection_method === "send_invoice") record("invoice.sent", invoice);
  return intent;
}

export function voidInvoice(account: Account, invoice: Invoice): void {
  if (invoice.status !== "open" && invoice.status !== "uncollectible") {
    throw invalidRequest(
      `You can only pass in open or uncollectible invoices. This invoice is ${invoice.status}.`,
    );
  }
  const transitions = { ...invoice.status_transitions, voided_at: account.now() };
  account.change(invoice, { status: "void", auto_advance: false, status_transitions: transitions });
  const intent = intentOf(account, invoice);
  if (intent) {
    account.change(intent, {
      status: "canceled",
      canceled_at: account.now(),
      cancellation_reason: "void_invoice",
    });
    account.record("payment_intent.canceled", intent);
  }
  account.record("invoice.voided", invoice);
}

/** The payment intent that pays a finalized invoice. */
export function intentOf({ state }: Account, invoice: Invoice): PaymentIntent | undefined {
  const payment = state.invoicePayments.newestFirst().find((each) => each.invoice === invoice.id);
  return state.paymentIntents.find(payment?.payment.payment_intent ?? "");
}
