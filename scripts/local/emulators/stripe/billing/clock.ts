/** The changes that are due at a time; each call applies them. */
import type { Account } from "../account.ts";
import type { Invoice, Session, Subscription } from "../objects/stored.ts";
import { voidInvoice } from "./invoicing.ts";
import { isNewest, issueInvoice, subscriptionOf } from "./paying.ts";
import { endRefund } from "./refunds.ts";
import { endSubscription, isGoingOn } from "./subscribing.ts";

const hour = 60 * 60;

export function catchUp(account: Account): void {
  const { state, now } = account;
  for (const session of state.sessions.newestFirst()) {
    if (session.status === "open" && session.expires_at <= now()) expireSession(account, session);
  }
  for (const refund of state.refunds.newestFirst()) {
    const { expires_at: endsAt } = refund.next_action?.display_details ?? {};
    if (endsAt !== undefined && endsAt <= now()) endRefund(account, refund, "canceled");
  }
  for (const invoice of state.invoices.newestFirst()) {
    const { status, automatically_finalizes_at: due } = invoice;
    if (status === "draft" && due && due <= now()) issueInvoice(account, invoice);
    if (isOverdue(invoice, now())) markOverdue(account, invoice);
  }
  for (const subscription of state.subscriptions.newestFirst()) {
    if (subscription.status === "incomplete" && subscription.created + 23 * hour <= now()) {
      giveUp(account, subscription);
    }
    const { cancel_at: endsAt } = subscription;
    if (isGoingOn(subscription) && endsAt && endsAt <= now()) {
      endSubscription(account, subscription, "cancellation_requested");
    }
  }
}

export function expireSession(account: Account, session: Session): void {
  account.change(session, { status: "expired", url: null });
  account.record("checkout.session.expired", session);
}

function isOverdue({ status, collection_method, due_date }: Invoice, now: number): boolean {
  return status === "open" && collection_method === "send_invoice" && (due_date ?? now) < now;
}

/** The subscription of an invoice that is not paid in time is past due. Only an automation of the account's would send `invoice.overdue`. */
export function markOverdue(account: Account, invoice: Invoice): void {
  const subscription = subscriptionOf(account, invoice);
  if (subscription?.status === "active" && isNewest(account, invoice))
    account.change(subscription, { status: "past_due" }, "customer.subscription.updated");
}

/** A first payment that did not come within 23 hours. */
function giveUp(account: Account, subscription: Subscription): void {
  const invoice = account.state.invoices.find(subscription.latest_invoice ?? "");
  if (invoice?.status === "open") voidInvoice(account, invoice);
  account.change(
    subscription,
    { status: "incomplete_expired", ended_at: account.now() },
    "customer.subscription.updated",
  );
}
