/** A subscription's life: it begins, renews and ends. */
import type { Account } from "../account.ts";
import { given } from "../api/parameters.ts";
import { invalidRequest } from "../api/stripe-error.ts";
import { newId } from "../ids.ts";
import {
  type Customer,
  type Invoice,
  type PaymentMethod,
  type Price,
  type Subscription,
  stored,
} from "../objects/stored.ts";
import { draftInvoice } from "./invoicing.ts";

type Item = Subscription["items"]["data"][number];

interface SubscriptionItemParams {
  price: Price;
  quantity: number;
}

interface Period {
  start: number;
  end: number;
}

/** A subscription without its items. */
function newSubscription(created: number, currency: string, given: Partial<Subscription>): Subscription {
  const id = newId("sub_1", 23);
  return stored<Subscription>({
    id,
    object: "subscription",
    automatic_tax: { enabled: false },
    cancel_at: null,
    cancel_at_period_end: false,
    cancellation_details: { comment: null, feedback: null, reason: null },
    collection_method: "charge_automatically",
    created,
    currency,
    days_until_due: null,
    default_payment_method: null,
    discounts: [],
    ended_at: null,
    items: { object: "list", data: [], has_more: false, url: `/v1/subscription_items?subscription=${id}` },
    metadata: {},
    pause_collection: null,
    payment_settings: { payment_method_options: null, payment_method_types: null },
    schedule: null,
    start_date: created,
    status: "incomplete",
    ...given,
  });
}

/** Since API version 2025-03-31 the billing period stands on the items, not on the subscription. */
const newSubscriptionItem = (
  subscription: string,
  { price, quantity }: SubscriptionItemParams,
  period: Period,
): Item =>
  stored<Item>({
    id: newId("si", 14),
    object: "subscription_item",
    created: period.start,
    current_period_end: period.end,
    current_period_start: period.start,
    price,
    quantity,
    subscription,
  });

/** One billing interval later, in seconds; the 31st becomes a shorter month's last day. */
function endOfPeriod(start: number, { recurring }: Price): number {
  const count = recurring?.interval_count ?? 1;
  const months = recurring?.interval === "year" ? 12 * count : count;
  const from = new Date(start * 1000);
  const to = new Date(from);
  to.setUTCDate(1);
  to.setUTCMonth(to.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate();
  to.setUTCDate(Math.min(from.getUTCDate(), lastDay));
  return to.getTime() / 1000;
}

/** Begins a subscription and drafts its first invoice. */
export function beginSubscription(
  account: Account,
  items: readonly SubscriptionItemParams[],
  given: Partial<Subscription> & { customer: string },
): { subscription: Subscription; invoice: Invoice } {
  const start = account.now();
  const subscription = newSubscription(start, items[0]?.price.currency ?? "jpy", given);
  subscription.items.data = items.map((item) =>
    newSubscriptionItem(subscription.id, item, { start, end: endOfPeriod(start, item.price) }),
  );
  account.state.subscriptions.add(subscription);
  account.record("customer.subscription.created", subscription);
  return { subscription, invoice: draftInvoice(account, subscription, "subscription_create") };
}

/** The subscription's own method, else the customer's default. */
export function methodFor(
  { state }: Account,
  customer: Customer,
  own: string | null | undefined,
): PaymentMethod | undefined {
  return state.paymentMethods.find(own ?? customer.invoice_settings.default_payment_method ?? "");
}

/** Moves every item to its next period and drafts the invoice for it. */
export function renewSubscription(account: Account, subscription: Subscription): Invoice {
  const data = subscription.items.data.map((item) => ({
    ...item,
    current_period_start: item.current_period_end,
    current_period_end: endOfPeriod(item.current_period_end, item.price),
  }));
  const status = subscription.status === "trialing" ? "active" : subscription.status;
  account.change(
    subscription,
    { status, items: { ...subscription.items, data } },
    "customer.subscription.updated",
  );
  return draftInvoice(account, subscription, "subscription_cycle");
}

/** Neither over nor waiting for its first payment. */
export const isGoingOn = ({ status }: Subscription): boolean =>
  ["active", "trialing", "past_due", "unpaid", "paused"].includes(status);

/** Keeps the details of the request to end. */
export function endSubscription(
  account: Account,
  subscription: Subscription,
  reason: "cancellation_requested" | "payment_failed",
  said: { comment?: string | undefined; feedback?: Feedback | undefined } = {},
): void {
  account.change(subscription, {
    status: "canceled",
    ended_at: account.now(),
    cancellation_details: stored({ ...subscription.cancellation_details, ...given(said), reason }),
  });
  account.record("customer.subscription.deleted", subscription);
  stopRetries(account, subscription);
}

/** Open invoices can still be paid, but Stripe charges no card for them any more. */
function stopRetries(account: Account, { id }: Subscription): void {
  for (const invoice of account.state.invoices.newestFirst()) {
    const owner = invoice.parent?.subscription_details?.subscription;
    if (invoice.status === "open" && owner === id)
      account.change(invoice, { auto_advance: false, next_payment_attempt: null });
  }
}

/** The last attempt has failed, and the account's settings keep the subscription. Throws 400 if it was paid meanwhile. */
export function leaveUnpaid(account: Account, subscription: Subscription): void {
  if (subscription.status !== "past_due") throw invalidRequest("The subscription is not past due.");
  account.change(subscription, { status: "unpaid" }, "customer.subscription.updated");
  stopRetries(account, subscription);
}

type Feedback = NonNullable<NonNullable<Subscription["cancellation_details"]>["feedback"]>;

/** Throws 400 unless the method exists and is this customer's. */
export function ownMethod(account: Account, customer: Customer, id: string, param: string): PaymentMethod {
  const method = account.state.paymentMethods.get(id, param);
  if (method.customer === customer.id) return method;
  throw invalidRequest(
    `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the customer.`,
    { code: "resource_missing", param },
  );
}
