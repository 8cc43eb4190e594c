/** Subscriptions of the standard plan. Source: Stripe API reference, "Subscriptions". */
import type Stripe from "stripe";
import type { CachedContract, SubscriptionState } from "#functions/customer/profile.ts";
import { type CancellationReason, priceIntervals } from "#shared/enums.ts";
import type { StoredInvoiceFields } from "#shared/invoice-fields.ts";
import { ignoreRefusalIfDone, isAccepted } from "./call-error.ts";
import { callStripe, idOf, nextPage, pageAfter, toIsoTime, toIsoTimeIfAny } from "./client.ts";
import { invoiceFieldsOf } from "./customers.ts";
import { undoInvoice } from "./invoices.ts";

type Status = Stripe.Subscription["status"];
/** Reason for the end. `cancelled`: on request. */
type EndReason = "cancelled" | "unpaid" | "disputed";
/** Reason for the end or the hold. `paused`: by an operator. */
type SuspensionReason = EndReason | "paused";

export interface SubscriptionFacts {
  id: string;
  /** Stripe's status, for operators. */
  status: Status;
  /** An invoice is late, and Stripe still waits for it. */
  isPastDue: boolean;
  stripeCustomerId: string;
  /** From the portal's metadata: the customer's `sub`, and the attempt that created the subscription. */
  sub: string | undefined;
  attempt: string | undefined;
  paidBy: "card" | "invoice";
  /** Days from an invoice's issue to its due date; undefined by card. */
  daysUntilDue: number | undefined;
  /** Undefined unless the subscription has one item with quantity 1. */
  price: SubscriptionPrice | undefined;
  /** The latest invoice. */
  invoiceId: string | null;
  endReason: SuspensionReason;
  /** It ends with its period. False for an end date that an operator has set. */
  endsWithPeriod: boolean;
  /** Id of an operator's schedule: while there is one, Stripe refuses a change of the end. */
  scheduleId: string | undefined;
  /** An operator offers it for free for now: Stripe writes off each new invoice. */
  isFreeForNow: boolean;
  /** Number of changes of the payment type: a request from before the latest change has no effect. */
  paymentTypeChanges: number;
  /** The cached contract for the profile. */
  contract: CachedContract & { state: SubscriptionState };
}

interface SubscriptionPrice {
  id: string;
  currency: string;
  unitAmount: number | null;
  /** Undefined for several intervals, such as three months. */
  interval: Stripe.Price.Recurring.Interval | undefined;
  /** Tax is charged on top. */
  isTaxExclusive: boolean;
}

const states: Readonly<Record<string, SubscriptionState>> = {
  incomplete: "incomplete",
  trialing: "in-force",
  active: "in-force",
  past_due: "in-force",
  unpaid: "on-hold",
  paused: "on-hold",
  canceled: "over",
  incomplete_expired: "over",
} satisfies Partial<Record<Status, SubscriptionState>>;

export const subscriptionFacts = (subscription: Stripe.Subscription): SubscriptionFacts => ({
  id: subscription.id,
  status: subscription.status,
  isPastDue: subscription.status === "past_due",
  stripeCustomerId: idOf(subscription.customer) ?? "",
  sub: subscription.metadata.sub,
  attempt: subscription.metadata.attempt,
  paidBy: subscription.collection_method === "send_invoice" ? "invoice" : "card",
  daysUntilDue: subscription.days_until_due ?? undefined,
  price: priceOf(subscription),
  invoiceId: idOf(subscription.latest_invoice),
  endReason: endReasonOf(subscription),
  endsWithPeriod: subscription.cancel_at_period_end,
  scheduleId: idOf(subscription.schedule) ?? undefined,
  isFreeForNow: subscription.pause_collection?.behavior === "mark_uncollectible",
  paymentTypeChanges: Number(subscription.metadata.paymentTypeChanges ?? 0),
  contract: contractOf(subscription),
});

function contractOf(subscription: Stripe.Subscription): SubscriptionFacts["contract"] {
  const currentPeriodEnd = toIsoTimeIfAny(subscription.items.data[0]?.current_period_end);
  const cancelAt = toIsoTimeIfAny(subscription.ended_at ?? subscription.cancel_at);
  const price = priceOf(subscription);
  const pausedUntil = pauseOf(subscription);
  return {
    // A status that is newer than this list neither gives the plan nor is over.
    state: states[subscription.status] ?? "on-hold",
    startedAt: toIsoTime(subscription.start_date),
    ...(pausedUntil !== undefined && { pausedUntil }),
    ...(currentPeriodEnd !== undefined && { currentPeriodEnd }),
    ...(cancelAt !== undefined && { cancelAt }),
    ...(price && standardPriceOf(price)),
  };
}

/**
 * Returns until when an operator has paused collection: ISO 8601, or empty without a date. Undefined if it is
 * not paused.
 */
const pauseOf = ({ pause_collection: pause }: Stripe.Subscription): string | undefined =>
  pause ? (toIsoTimeIfAny(pause.resumes_at) ?? "") : undefined;

/**
 * Yen a month or a year, tax included. Nothing else is sold, but an operator may change the price at Stripe.
 */
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

/** The portal's comment takes precedence: Stripe's reason is `cancellation_requested` for every API call. */
function endReasonOf({ status, cancellation_details: details }: Stripe.Subscription): SuspensionReason {
  if (status === "unpaid") return "unpaid";
  if (status === "paused") return "paused";
  if (details?.comment === "disputed" || details?.reason === "payment_disputed") return "disputed";
  const isUnpaid = details?.comment === "unpaid" || details?.reason === "payment_failed";
  return isUnpaid ? "unpaid" : "cancelled";
}

export const readSubscription = async (id: string): Promise<SubscriptionFacts> =>
  subscriptionFacts(await callStripe((stripe) => stripe.subscriptions.retrieve(id)));

export interface SubscriptionWithCard extends SubscriptionFacts {
  /** The card of the next charge: the subscription's, otherwise the customer's. `expiry` as `2029-12`. */
  card: { id: string; brand: string; last4: string; expiry: string } | undefined;
  /** The customer's invoice fields; undefined for a deleted Stripe customer. */
  invoiceFields: StoredInvoiceFields | undefined;
  /** The next charge may differ from the price: by a discount, a credit or debit, or a scheduled price. */
  hasOtherAmount: boolean;
}

const cards = ["default_payment_method", "customer.invoice_settings.default_payment_method"];

/** Does not retry, because a customer waits. Throws `StripeCallError`. */
export async function readSubscriptionWithCard(id: string): Promise<SubscriptionWithCard> {
  const ask = { expand: cards };
  return withCard(
    await callStripe((stripe) => stripe.subscriptions.retrieve(id, ask, { maxNetworkRetries: 0 })),
  );
}

/**
 * Returns 100 subscriptions that are charged to a card, newest first, after the one with that id. Throws
 * `StripeCallError`.
 */
export async function listSubscriptionsByCard(
  after: string | undefined,
): Promise<{ subscriptions: SubscriptionWithCard[]; next: string | undefined }> {
  const page = await callStripe((stripe) =>
    stripe.subscriptions.list({
      collection_method: "charge_automatically",
      ...pageAfter(after),
      expand: cards.map((each) => `data.${each}`),
    }),
  );
  return { subscriptions: page.data.map(withCard), next: nextPage(page) };
}

function withCard(subscription: Stripe.Subscription): SubscriptionWithCard {
  const { default_payment_method: own, customer } = subscription;
  const isExpanded = typeof customer !== "string" && customer.deleted !== true;
  const ofCustomer = isExpanded ? customer.invoice_settings.default_payment_method : null;
  return {
    ...subscriptionFacts(subscription),
    card: cardOf(own ?? ofCustomer),
    invoiceFields: isExpanded ? invoiceFieldsOf(customer) : undefined,
    hasOtherAmount:
      subscription.discounts.length > 0 ||
      subscription.schedule !== null ||
      (isExpanded && (customer.balance !== 0 || Boolean(customer.discount))),
  };
}

/**
 * Returns the yen of the next invoice, by Stripe's own calculation. Does not retry. Throws `StripeCallError`,
 * also without a next invoice.
 */
export async function readNextAmount(subscription: string): Promise<number | undefined> {
  const { amount_due, currency } = await callStripe((stripe) =>
    stripe.invoices.createPreview({ subscription }, { maxNetworkRetries: 0 }),
  );
  return currency === "jpy" ? amount_due : undefined;
}

function cardOf(method: string | Stripe.PaymentMethod | null): SubscriptionWithCard["card"] {
  if (method === null || typeof method === "string" || !method.card) return undefined;
  const { brand, last4, exp_month: month, exp_year: year } = method.card;
  return { id: method.id, brand, last4, expiry: `${year}-${String(month).padStart(2, "0")}` };
}

/** Returns the subscriptions that are not over: paid, owed, or waiting for their first payment. */
export async function listLiveSubscriptions(stripeCustomerId: string): Promise<SubscriptionFacts[]> {
  const { data } = await callStripe((stripe) =>
    stripe.subscriptions.list({ customer: stripeCustomerId, limit: 100 }),
  );
  return data.map(subscriptionFacts).filter(({ contract }) => contract.state !== "over");
}

/** Returns false if the subscription has ended. */
export const setSubscriptionCard = (id: string, card: string): Promise<boolean> =>
  isAccepted(callStripe((stripe) => stripe.subscriptions.update(id, { default_payment_method: card })));

/** Cancels a subscription immediately. Can be repeated. */
export const cancelSubscription = (
  id: string,
  comment?: EndReason,
  feedback?: CancellationReason,
): Promise<void> =>
  ignoreRefusalIfDone(
    callStripe((stripe) =>
      stripe.subscriptions.cancel(
        id,
        comment === undefined ? {} : { cancellation_details: { comment, ...(feedback && { feedback }) } },
      ),
    ),
    async () => (await readSubscription(id)).contract.state === "over",
  );

/**
 * Cancels a subscription first, so that nothing more is charged, then refunds its latest invoice or voids it.
 * Can be repeated.
 */
export async function undoSubscription({ id, invoiceId }: SubscriptionFacts): Promise<void> {
  await cancelSubscription(id);
  if (invoiceId !== null) await undoInvoice(invoiceId);
}
