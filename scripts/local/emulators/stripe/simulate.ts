/** Simulates time, banks and customers for subscriptions, at a test's command. */
import { japanDay } from "#functions/platform/time.ts";
import type { Account } from "./account.ts";
import { resourceMissing } from "./api/stripe-error.ts";
import { markOverdue } from "./billing/clock.ts";
import { collectPayment, failPayment, issueInvoice, payInvoice } from "./billing/paying.ts";
import { endRefund, openDispute } from "./billing/refunds.ts";
import { endSubscription, leaveUnpaid, methodFor, renewSubscription } from "./billing/subscribing.ts";
import type { Invoice } from "./objects/stored.ts";

/**
 * `period_ended`: it renews, or ends if that was asked for. `payment_failed`: the same, and the card is declined. `retried`: the
 * open invoice is charged again, to the card that is the default now. `gave_up`: no further attempt, the subscription is over;
 * `unpaid`: the same where the account's settings leave it unpaid. `paused`: a free trial has ended without a way to pay. `overdue`: the due date of the open invoice passes.
 * `card_expires`: the card that is charged is one that expires at the end of this month.
 */
export const timeEvents = [
  "period_ended",
  "payment_failed",
  "retried",
  "gave_up",
  "unpaid",
  "paused",
  "overdue",
  "card_expires",
] as const;
export type TimeEvent = (typeof timeEvents)[number];

/** Each throws 404 for an id that is unknown. */
export function createSimulate(account: Account) {
  const { state } = account;

  function opened(invoiceId: string): Invoice {
    const invoice = state.invoices.get(invoiceId);
    if (invoice.status === "draft") issueInvoice(account, invoice);
    return invoice;
  }

  function renew(subscriptionId: string) {
    const subscription = state.subscriptions.get(subscriptionId);
    const customer = state.customers.get(subscription.customer);
    const invoice = renewSubscription(account, subscription);
    if (invoice.auto_advance) issueInvoice(account, invoice);
    return { invoice, method: methodFor(account, customer, subscription.default_payment_method) };
  }

  function openInvoiceOf(subscriptionId: string): Invoice {
    const { latest_invoice: id } = state.subscriptions.get(subscriptionId);
    return opened(id ?? "");
  }

  function endPeriod(subscriptionId: string, renewal: (subscriptionId: string) => unknown): void {
    const subscription = state.subscriptions.get(subscriptionId);
    if (subscription.cancel_at === null) renewal(subscriptionId);
    else endSubscription(account, subscription, "cancellation_requested");
  }

  const events: Record<TimeEvent, (subscriptionId: string) => unknown> = {
    period_ended: (id) => endPeriod(id, simulate.renewed),
    payment_failed: (id) => endPeriod(id, simulate.paymentFailed),
    retried: (id) => collectPayment(account, openInvoiceOf(id)),
    unpaid: (id) => leaveUnpaid(account, state.subscriptions.get(id)),
    paused: (id) =>
      account.change(state.subscriptions.get(id), { status: "paused" }, "customer.subscription.updated"),
    gave_up: (id) => simulate.subscriptionEnds(id),
    overdue: (id) => simulate.invoiceOverdue(openInvoiceOf(id).id),
    card_expires: (id) => simulate.cardExpires(id, japanDay(account.now() * 1000).slice(0, 7)),
  };

  const simulate = {
    passTime: (subscriptionId: string, event: TimeEvent) => void events[event](subscriptionId),
    /** The bank transfer for this invoice has arrived. */
    invoicePaid: (id: string) => payInvoice(account, opened(id)),
    /** Its due date was yesterday, and it is not paid; the subscription is past due. */
    invoiceOverdue(id: string) {
      const invoice = opened(id);
      const yesterday = account.now() - 24 * 60 * 60;
      account.change(invoice, { due_date: Math.min(invoice.due_date ?? yesterday, yesterday) });
      markOverdue(account, invoice);
    },
    /** Stripe cannot finalize it, e.g. for want of a valid address: it stays a draft. */
    invoiceNotIssued: (id: string) => account.record("invoice.finalization_failed", state.invoices.get(id)),
    /** An operator gives that many days more to pay it. */
    invoiceExtended(id: string, days: number) {
      const invoice = state.invoices.get(id);
      account.change(invoice, { due_date: (invoice.due_date ?? account.now()) + days * 24 * 60 * 60 });
    },
    /** The next period begins. A card is charged; an invoice that is sent opens. Returns the invoice's id. */
    renewed(subscriptionId: string) {
      const { invoice, method } = renew(subscriptionId);
      if (method && invoice.status === "open" && invoice.collection_method === "charge_automatically") {
        payInvoice(account, invoice, method);
      }
      return invoice.id;
    },
    /** The next period begins and the card is declined. Returns the invoice's id. */
    paymentFailed(subscriptionId: string) {
      const { invoice, method } = renew(subscriptionId);
      if (invoice.status === "open") failPayment(account, invoice, method);
      return invoice.id;
    },
    /** A credit note takes that much off what is to be paid for this open invoice. */
    invoiceCredited(id: string, yen: number) {
      const invoice = opened(id);
      account.change(invoice, {
        amount_due: invoice.amount_due - yen,
        amount_remaining: invoice.amount_remaining - yen,
      });
    },
    /** `month` as `2026-12`. */
    cardExpires(subscriptionId: string, month: string) {
      const { customer, default_payment_method: own } = state.subscriptions.get(subscriptionId);
      const method = methodFor(account, state.customers.get(customer), own);
      const [exp_year = 0, exp_month = 0] = month.split("-").map(Number);
      if (method?.card) account.change(method, { card: { ...method.card, exp_year, exp_month } });
    },
    /** Writes this invoice off. */
    invoiceUncollectible(id: string) {
      const invoice = opened(id);
      account.change(invoice, { status: "uncollectible" });
      account.record("invoice.marked_uncollectible", invoice);
    },
    /** The cardholder disputes the latest payment. Returns the dispute's id. */
    disputed(subscriptionId: string) {
      const [charge] = state.charges
        .newestFirst()
        .filter(({ customer }) => customer === state.subscriptions.get(subscriptionId).customer);
      if (!charge) throw resourceMissing("charge", subscriptionId);
      return openDispute(account, charge).id;
    },
    /** Of a bank transfer: the payer has named a bank account, and the money has arrived there, or the bank refused it. */
    refundEnded: (id: string, status: "succeeded" | "failed") =>
      endRefund(account, state.refunds.get(id), status),
    disputeClosed(id: string, status: "won" | "lost") {
      const dispute = state.disputes.get(id);
      account.change(dispute, { status });
      account.record("charge.dispute.closed", dispute);
    },
    /** The subscription is over, as after the last failed attempt. */
    subscriptionEnds: (id: string) => endSubscription(account, state.subscriptions.get(id), "payment_failed"),
  };
  return simulate;
}
