/** The customer's decisions on the hosted page, and Stripe's reactions. Source: Stripe docs, "Fulfill orders". */
import type { Account } from "../account.ts";
import { invalidRequest } from "../api/stripe-error.ts";
import { intentOf } from "../billing/invoicing.ts";
import { failPayment, issueInvoice, payInvoice } from "../billing/paying.ts";
import { beginSubscription } from "../billing/subscribing.ts";
import { newCustomer } from "../objects/customer.ts";
import { type CardBrand, newCard } from "../objects/payments.ts";
import { type Customer, type PaymentMethod, type Session, stored } from "../objects/stored.ts";
import { detailsOf } from "./opening.ts";

export const outcomes = ["paid", "declined", "pending", "canceled"] as const;
export type Outcome = (typeof outcomes)[number];

export interface Decision {
  outcome: Outcome;
  card?: CardBrand;
}

/**
 * Returns where the browser goes next; null stays on the page (a declined card may be tried again).
 * Throws 404 for an unknown session, 400 for one that is complete or expired.
 */
export function decideSession(account: Account, id: string, decision: Decision): string | null {
  const session = account.state.sessions.get(id);
  if (isProcessing(account, session)) return settleLater(account, session, decision.outcome);
  if (session.status !== "open") {
    throw invalidRequest(`This Checkout Session is ${session.status} and can no longer be paid.`);
  }
  // Going back leaves the session open: it can still be paid until it expires.
  if (decision.outcome === "canceled") return session.cancel_url ?? null;
  if (decision.outcome === "declined") return null;
  if (session.mode === "setup") setUpCard(account, session, decision);
  else subscribe(account, session, decision);
  return successUrl(session);
}

export const successUrl = ({ success_url: url, id }: Session): string =>
  (url ?? "").replaceAll("{CHECKOUT_SESSION_ID}", id);

/** Complete, but the bank has not answered yet. */
function isProcessing(account: Account, session: Session): boolean {
  const invoice = account.state.invoices.find(session.invoice ?? "");
  return invoice !== undefined && intentOf(account, invoice)?.status === "processing";
}

function subscribe(account: Account, session: Session, { outcome, card }: Decision): void {
  const { state, change, record } = account;
  const customer = customerOf(account, session);
  const method = saveCard(account, customer, card);
  const order = state.orders.get(session.id);
  const { subscription, invoice } = beginSubscription(account, order.items, {
    automatic_tax: stored({ enabled: session.automatic_tax.enabled }),
    customer: customer.id,
    default_payment_method: method.id,
    metadata: order.metadata,
  });
  const intent = issueInvoice(account, invoice);
  if (intent && outcome === "paid") payInvoice(account, invoice, method);
  else if (intent) {
    change(intent, { status: "processing", payment_method: method.id });
    change(invoice, { attempted: true, attempt_count: 1 });
    record("payment_intent.processing", intent);
  }
  complete(account, session, customer, {
    payment_status: outcome === "paid" || !intent ? "paid" : "unpaid",
    subscription: subscription.id,
    invoice: invoice.id,
  });
}

function setUpCard(account: Account, session: Session, { outcome, card }: Decision): void {
  if (outcome === "pending") {
    throw invalidRequest("A setup session takes no payment that could be pending.");
  }
  const customer = customerOf(account, session);
  saveCard(account, customer, card);
  complete(account, session, customer, {});
}

function complete(account: Account, session: Session, customer: Customer, patch: Partial<Session>): void {
  account.change(session, {
    ...patch,
    status: "complete",
    url: null,
    customer: customer.id,
    customer_details: detailsOf(customer),
  });
  account.record("checkout.session.completed", session);
}

/** The bank's late answer to a payment that was processing. */
function settleLater(account: Account, session: Session, outcome: Outcome): string {
  const { state, change, record } = account;
  const invoice = state.invoices.get(session.invoice ?? "");
  const method = state.paymentMethods.find(
    state.subscriptions.find(session.subscription ?? "")?.default_payment_method ?? "",
  );
  if (outcome === "paid") {
    payInvoice(account, invoice, method);
    change(session, { payment_status: "paid" });
    record("checkout.session.async_payment_succeeded", session);
  } else if (outcome === "declined") {
    failPayment(account, invoice, method);
    record("checkout.session.async_payment_failed", session);
  } else {
    throw invalidRequest("This payment is processing: it can only be paid or declined.");
  }
  return successUrl(session);
}

function customerOf(account: Account, { customer: id }: Session): Customer {
  if (id) return account.state.customers.get(id);
  const customer = newCustomer(account.now(), { email: "customer@example.com", name: "テスト 太郎" });
  account.state.customers.add(customer);
  account.record("customer.created", customer);
  return customer;
}

function saveCard(account: Account, customer: Customer, brand: CardBrand = "visa"): PaymentMethod {
  const method = newCard(brand, account.now(), customer.id);
  account.state.paymentMethods.add(method);
  account.record("payment_method.attached", method);
  return method;
}
