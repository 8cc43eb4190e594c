/** Money that arrives, or does not, and what that means for the invoice and its subscription. */
import type { Account } from "../account.ts";
import { cardDeclined, invalidRequest } from "../api/stripe-error.ts";
import { newCharge } from "../objects/payments.ts";
import type { Invoice, PaymentIntent, PaymentMethod, Subscription } from "../objects/stored.ts";
import { finalizeInvoice, intentOf } from "./invoicing.ts";
import { methodFor } from "./subscribing.ts";

const day = 24 * 60 * 60;

/** Finalizes a draft. One with nothing to pay is paid at once, and has no payment. */
export function issueInvoice(account: Account, invoice: Invoice): PaymentIntent | undefined {
  const intent = finalizeInvoice(account, invoice);
  if (!intent) settle(account, invoice, {});
  return intent;
}

/** `method` is left out for money that came by bank transfer. */
export function payInvoice(account: Account, invoice: Invoice, method?: PaymentMethod): void {
  mustBeOpen(invoice);
  const { state, now, change, record } = account;
  const intent = intentOf(account, invoice);
  if (intent) {
    const charge = state.charges.add(newCharge(now(), intent, method));
    change(intent, {
      status: "succeeded",
      latest_charge: charge.id,
      payment_method: method?.id ?? null,
      last_payment_error: null,
    });
    record("charge.succeeded", charge);
    record("payment_intent.succeeded", intent);
  }
  settle(account, invoice, { attempt_count: invoice.attempt_count + (method ? 1 : 0), attempted: true });
}

function settle(account: Account, invoice: Invoice, patch: Partial<Invoice>): void {
  const { state, change, record } = account;
  const payment = state.invoicePayments.newestFirst().find((each) => each.invoice === invoice.id);
  if (payment) {
    change(payment, { status: "paid", amount_paid: invoice.amount_due });
    record("invoice_payment.paid", payment);
  }
  change(invoice, {
    ...patch,
    status: "paid",
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    auto_advance: false,
    next_payment_attempt: null,
  });
  record("invoice.paid", invoice);
  record("invoice.payment_succeeded", invoice);
  const subscription = subscriptionOf(account, invoice);
  if (
    subscription &&
    ["incomplete", "past_due", "unpaid"].includes(subscription.status) &&
    isNewest(account, invoice)
  ) {
    change(subscription, { status: "active" }, "customer.subscription.updated");
  }
}

/**
 * The newest invoice decides the subscription's status: of one that is unpaid a draft as well, else of those that were issued. Source: Stripe
 * docs, "How subscriptions work".
 */
export function isNewest(account: Account, invoice: Invoice): boolean {
  const subscription = subscriptionOf(account, invoice);
  const newest = account.state.invoices
    .newestFirst()
    .find(
      (each) =>
        subscriptionOf(account, each) === subscription &&
        each.status !== "void" &&
        (each.status !== "draft" || subscription?.status === "unpaid"),
    );
  return newest?.id === invoice.id;
}

/** Charges the card of an open invoice that is not sent. */
export function collectPayment(account: Account, invoice: Invoice): void {
  const subscription = subscriptionOf(account, invoice);
  if (!subscription || invoice.status !== "open" || invoice.collection_method === "send_invoice") return;
  const customer = account.state.customers.get(subscription.customer);
  const method = methodFor(account, customer, subscription.default_payment_method);
  if (method) payInvoice(account, invoice, method);
  else failPayment(account, invoice);
}

/** A declined card: the invoice stays open, an active subscription becomes past due. */
export function failPayment(account: Account, invoice: Invoice, method?: PaymentMethod): void {
  const { now, change, record } = account;
  const intent = intentOf(account, invoice);
  if (intent) {
    change(intent, {
      status: "requires_payment_method",
      last_payment_error: {
        type: "card_error",
        code: "card_declined",
        decline_code: "generic_decline",
        message: cardDeclined().message,
        ...(method && { payment_method: method }),
      },
    });
    record("payment_intent.payment_failed", intent);
  }
  const isRenewal = invoice.billing_reason === "subscription_cycle";
  change(invoice, {
    attempted: true,
    attempt_count: invoice.attempt_count + 1,
    next_payment_attempt: isRenewal ? now() + 3 * day : null,
  });
  record("invoice.payment_failed", invoice);
  const subscription = subscriptionOf(account, invoice);
  if (subscription?.status === "active") {
    change(subscription, { status: "past_due" }, "customer.subscription.updated");
  }
}

export function subscriptionOf({ state }: Account, invoice: Invoice): Subscription | undefined {
  return state.subscriptions.find(invoice.parent?.subscription_details?.subscription ?? "");
}

function mustBeOpen({ status }: Invoice): void {
  if (status === "paid") throw invalidRequest("Invoice is already paid", { code: "invoice_already_paid" });
  if (status !== "open") {
    throw invalidRequest(`This invoice is ${status} and can no longer be paid.`);
  }
}
