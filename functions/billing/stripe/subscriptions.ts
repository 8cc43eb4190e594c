/** Subscriptions of the standard plan. Source: Stripe API reference, "Subscriptions". */
import type Stripe from "stripe";
import type { CachedContract } from "#functions/customer/profile.ts";
import type { StoredInvoiceFields } from "#shared/contract.ts";
import { priceIntervals } from "#shared/enums.ts";
import { callStripe, idOf, toIsoTime, toIsoTimeIfAny } from "./client.ts";
import { invoiceFieldsOf } from "./customers.ts";
import { isAccepted, unlessDone } from "./failure.ts";
import { undoInvoice } from "./invoices.ts";

type Status = Stripe.Subscription["status"];
/** Why it ended. `cancelled`: on request. */
export type EndReason = "cancelled" | "unpaid" | "disputed";

export interface SubscriptionFacts {
  id: string;
  status: Status;
  /** The plan is standard: paid, or past due within Stripe's retries. */
  isInForce: boolean;
  /** It was cancelled or is unpaid for good. An `incomplete` one waits for its first payment. */
  isEnded: boolean;
  stripeCustomerId: string;
  /** From our metadata: the customer's `sub`, and the attempt that created it. */
  sub: string | undefined;
  attempt: string | undefined;
  paidBy: "card" | "invoice";
  /** Its price; undefined unless it has one item with quantity 1. */
  price: SubscriptionPrice | undefined;
  /** The latest. */
  invoiceId: string | null;
  endReason: EndReason;
  /** It ends with its period, not on another date that an operator has set. */
  endsWithPeriod: boolean;
  /** Of an operator's schedule for it, without which Stripe lets nobody change its end. */
  scheduleId: string | undefined;
  /** An operator offers it for free for now: Stripe writes off each invoice as it is issued. */
  isFreeForNow: boolean;
  /** The number of changes of the payment method: a request from before the latest change has no effect. */
  paymentTypeChanges: number;
  /** The copy for the customer's record. */
  contract: CachedContract;
}

interface SubscriptionPrice {
  id: string;
  currency: string;
  unitAmount: number | null;
  /** Undefined for several of them, such as three months. */
  interval: Stripe.Price.Recurring.Interval | undefined;
  /** Tax is charged on top. */
  isTaxExclusive: boolean;
}

const inForce: readonly string[] = ["active", "trialing", "past_due"] satisfies Status[];

export const subscriptionFacts = (subscription: Stripe.Subscription): SubscriptionFacts => ({
  id: subscription.id,
  status: subscription.status,
  isInForce: inForce.includes(subscription.status),
  isEnded: ![...inForce, "incomplete"].includes(subscription.status),
  stripeCustomerId: idOf(subscription.customer) ?? "",
  sub: subscription.metadata.sub,
  attempt: subscription.metadata.attempt,
  paidBy: subscription.collection_method === "send_invoice" ? "invoice" : "card",
  price: priceOf(subscription),
  invoiceId: idOf(subscription.latest_invoice),
  endReason: endReasonOf(subscription),
  endsWithPeriod: subscription.cancel_at_period_end,
  scheduleId: idOf(subscription.schedule) ?? undefined,
  isFreeForNow: subscription.pause_collection?.behavior === "mark_uncollectible",
  paymentTypeChanges: Number(subscription.metadata.paymentTypeChanges ?? 0),
  contract: contractOf(subscription),
});

function contractOf(subscription: Stripe.Subscription): CachedContract {
  const currentPeriodEnd = toIsoTimeIfAny(subscription.items.data[0]?.current_period_end);
  const cancelAt = toIsoTimeIfAny(subscription.ended_at ?? subscription.cancel_at);
  const price = priceOf(subscription);
  return {
    startedAt: toIsoTime(subscription.start_date),
    ...(currentPeriodEnd !== undefined && { currentPeriodEnd }),
    ...(cancelAt !== undefined && { cancelAt }),
    ...(price && standardPriceOf(price)),
  };
}

/** Yen a month or a year, tax included: nothing else is sold, but an operator may change the price at Stripe. */
function standardPriceOf({ currency, unitAmount, interval: each, isTaxExclusive }: SubscriptionPrice) {
  const interval = priceIntervals.find((known) => known === each);
  if (currency !== "jpy" || unitAmount === null || interval === undefined || isTaxExclusive) return {};
  return { amountYen: unitAmount, interval };
}

function priceOf({ items }: Stripe.Subscription): SubscriptionFacts["price"] {
  const [item, ...others] = items.data;
  if (item === undefined || others.length > 0 || item.quantity !== 1) return undefined;
  const { id, currency, unit_amount: unitAmount, recurring, tax_behavior } = item.price;
  const interval = recurring?.interval_count === 1 ? recurring.interval : undefined;
  return { id, currency, unitAmount, interval, isTaxExclusive: tax_behavior === "exclusive" };
}

/** Our comment comes first: Stripe's own reason is `cancellation_requested` for every API call. */
function endReasonOf({ status, cancellation_details: details }: Stripe.Subscription): EndReason {
  if (details?.comment === "disputed" || details?.reason === "payment_disputed") return "disputed";
  const isUnpaid = details?.comment === "unpaid" || details?.reason === "payment_failed";
  return isUnpaid || status === "unpaid" ? "unpaid" : "cancelled";
}

export const readSubscription = async (id: string): Promise<SubscriptionFacts> =>
  subscriptionFacts(await callStripe((stripe) => stripe.subscriptions.retrieve(id)));

export interface SubscriptionWithCard extends SubscriptionFacts {
  /** The card of the next charge, if there is one: the subscription's own card, else the customer's. `expiry` as `2029-12`. */
  card: { id: string; brand: string; last4: string; expiry: string } | undefined;
  /** Of the customer; undefined for one that was deleted. */
  invoiceFields: StoredInvoiceFields | undefined;
}

/** Asks once: somebody looks at a screen. Throws `StripeCallError`. */
export async function readSubscriptionWithCard(id: string): Promise<SubscriptionWithCard> {
  const expand = ["default_payment_method", "customer.invoice_settings.default_payment_method"];
  const subscription = await callStripe((stripe) =>
    stripe.subscriptions.retrieve(id, { expand }, { maxNetworkRetries: 0 }),
  );
  const { default_payment_method: own, customer } = subscription;
  const isExpanded = typeof customer !== "string" && customer.deleted !== true;
  const ofCustomer = isExpanded ? customer.invoice_settings.default_payment_method : null;
  return {
    ...subscriptionFacts(subscription),
    card: cardOf(own ?? ofCustomer),
    invoiceFields: isExpanded ? invoiceFieldsOf(customer) : undefined,
  };
}

function cardOf(method: string | Stripe.PaymentMethod | null): SubscriptionWithCard["card"] {
  if (method === null || typeof method === "string" || !method.card) return undefined;
  const { brand, last4, exp_month: month, exp_year: year } = method.card;
  return { id: method.id, brand, last4, expiry: `${year}-${String(month).padStart(2, "0")}` };
}

const over: readonly string[] = ["canceled", "incomplete_expired"] satisfies Status[];

/** The active subscriptions: paid, owed, or waiting for their first payment. */
export async function listLiveSubscriptions(stripeCustomerId: string): Promise<SubscriptionFacts[]> {
  const { data } = await callStripe((stripe) =>
    stripe.subscriptions.list({ customer: stripeCustomerId, limit: 100 }),
  );
  return data.map(subscriptionFacts).filter(({ status }) => !over.includes(status));
}

/** False if the subscription has ended. */
export const setSubscriptionCard = (id: string, card: string): Promise<boolean> =>
  isAccepted(callStripe((stripe) => stripe.subscriptions.update(id, { default_payment_method: card })));

/** Cancels it immediately. Can be repeated. */
export const cancelSubscription = (id: string, comment?: EndReason): Promise<void> =>
  unlessDone(
    callStripe((stripe) =>
      stripe.subscriptions.cancel(id, comment === undefined ? {} : { cancellation_details: { comment } }),
    ),
    async () => over.includes((await readSubscription(id)).status),
  );

/** Cancels it first, so that nothing more is charged, then refunds what was paid and voids what is due. Can be repeated. */
export async function undoSubscription({ id, invoiceId }: SubscriptionFacts): Promise<void> {
  await cancelSubscription(id);
  if (invoiceId !== null) await undoInvoice(invoiceId);
}
