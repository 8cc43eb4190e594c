/** Simulates time, banks and customers for subscriptions, at a test's command. */
import type { Account } from "./account.ts";
import { resourceMissing } from "./api/stripe-error.ts";
import { openDispute } from "./billing/giving-back.ts";
import { finalizeInvoice } from "./billing/invoicing.ts";
import { markOverdue } from "./billing/passing-time.ts";
import { failPayment, payInvoice } from "./billing/paying.ts";
import { endSubscription, methodFor, renewSubscription } from "./billing/subscribing.ts";
import type { Invoice } from "./objects/stored.ts";

/**
 * `period_ended`: it renews, or ends if that was asked for. `payment_failed`: the same, and the card is declined. `retried`: the
 * open invoice is charged again, to the card that is the default now. `gave_up`: no further attempt, the subscription is over;
 * `unpaid`: the same where the account's settings leave it unpaid. `overdue`: the due date of the open invoice passes.
 */
export const timeEvents = [
  "period_ended",
  "payment_failed",
  "retried",
  "gave_up",
  "unpaid",
  "overdue",
] as const;
export type TimeEvent = (typeof timeEvents)[number];

export interface Simulate {
  passTime(subscriptionId: string, event: TimeEvent): void;
  /** The bank transfer for this invoice has arrived. */
  invoicePaid(invoiceId: string): void;
  /** Its due date has passed without payment; the subscription is past due. */
  invoiceOverdue(invoiceId: string): void;
  /** The next period begins. A card is charged; an invoice that is sent opens. Returns the invoice's id. */
  renewed(subscriptionId: string): string;
  /** The next period begins and the card is declined. Returns the invoice's id. */
  paymentFailed(subscriptionId: string): string;
  /** A credit note takes that much off what is to be paid for this open invoice. */
  invoiceCredited(invoiceId: string, yen: number): void;
  /** Writes this invoice off. */
  invoiceUncollectible(invoiceId: string): void;
  /** The cardholder disputes the latest payment. Returns the dispute's id. */
  disputed(subscriptionId: string): string;
  disputeClosed(disputeId: string, status: "won" | "lost"): void;
  /** The subscription is over, as after the last failed attempt. */
  subscriptionEnds(subscriptionId: string): void;
}

/** Each throws 404 for an id that is unknown. */
export function createSimulate(account: Account): Simulate {
  const { state } = account;

  function opened(invoiceId: string): Invoice {
    const invoice = state.invoices.get(invoiceId);
    if (invoice.status === "draft") finalizeInvoice(account, invoice);
    return invoice;
  }

  function renew(subscriptionId: string) {
    const subscription = state.subscriptions.get(subscriptionId);
    const customer = state.customers.get(subscription.customer);
    const invoice = renewSubscription(account, subscription);
    finalizeInvoice(account, invoice);
    return { invoice, method: methodFor(account, customer, subscription.default_payment_method) };
  }

  function openInvoiceOf(subscriptionId: string): Invoice {
    const { latest_invoice: id } = state.subscriptions.get(subscriptionId);
    return opened(id ?? "");
  }

  function retry(subscriptionId: string): void {
    const { customer, default_payment_method: own } = state.subscriptions.get(subscriptionId);
    const method = methodFor(account, state.customers.get(customer), own);
    if (method) payInvoice(account, openInvoiceOf(subscriptionId), method);
  }

  function endPeriod(subscriptionId: string, renewal: (subscriptionId: string) => unknown): void {
    const subscription = state.subscriptions.get(subscriptionId);
    if (subscription.cancel_at === null) renewal(subscriptionId);
    else endSubscription(account, subscription, "cancellation_requested");
  }

  const events: Record<TimeEvent, (subscriptionId: string) => unknown> = {
    period_ended: (id) => endPeriod(id, simulate.renewed),
    payment_failed: (id) => endPeriod(id, simulate.paymentFailed),
    retried: retry,
    unpaid: (id) =>
      account.change(state.subscriptions.get(id), { status: "unpaid" }, "customer.subscription.updated"),
    gave_up: (id) => simulate.subscriptionEnds(id),
    overdue: (id) => simulate.invoiceOverdue(openInvoiceOf(id).id),
  };

  const simulate: Simulate = {
    passTime: (id, event) => void events[event](id),
    invoicePaid: (id) => payInvoice(account, opened(id)),
    invoiceOverdue(id) {
      const invoice = opened(id);
      account.change(invoice, { due_date: Math.min(invoice.due_date ?? account.now(), account.now() - 1) });
      markOverdue(account, invoice);
    },
    renewed(id) {
      const { invoice, method } = renew(id);
      if (method && invoice.collection_method === "charge_automatically") {
        payInvoice(account, invoice, method);
      }
      return invoice.id;
    },
    paymentFailed(id) {
      const { invoice, method } = renew(id);
      failPayment(account, invoice, method);
      return invoice.id;
    },
    invoiceCredited(id, yen) {
      const invoice = opened(id);
      account.change(invoice, {
        amount_due: invoice.amount_due - yen,
        amount_remaining: invoice.amount_remaining - yen,
        pre_payment_credit_notes_amount: invoice.pre_payment_credit_notes_amount + yen,
      });
    },
    invoiceUncollectible(id) {
      const invoice = opened(id);
      account.change(invoice, { status: "uncollectible" });
      account.record("invoice.marked_uncollectible", invoice);
    },
    disputed(id) {
      const [charge] = state.charges
        .newestFirst()
        .filter(({ customer }) => customer === state.subscriptions.get(id).customer);
      if (!charge) throw resourceMissing("charge", id);
      return openDispute(account, charge).id;
    },
    disputeClosed(id, status) {
      const dispute = state.disputes.get(id);
      account.change(dispute, { status });
      account.record("charge.dispute.closed", dispute);
    },
    subscriptionEnds: (id) => endSubscription(account, state.subscriptions.get(id), "payment_failed"),
  };
  return simulate;
}
