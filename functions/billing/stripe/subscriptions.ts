/** Subscriptions of the standard plan. Source: Stripe API reference, "Subscriptions". */
import type Stripe from "stripe";
import type { CachedContract, SubscriptionState } from "#functions/customer/profile.ts";
import { type CancellationReason, priceIntervals } from "#shared/enums.ts";
import type { StoredInvoiceFields } from "#shared/invoice-fields.ts";
import { ignoreRefusalIfDone, isAccepted } from "./call-error.ts";
import { callStripe, idOf, toIsoTime, toIsoTimeIfAny } from "./client.ts";
import { invoiceFieldsOf } from "./customers.ts";
import { undoInvoice } from "./invoices.ts";
import { nextPage, pageBehind } from "./pages.ts";

type Status = Stripe.Subscription["status"];
/** Why it ended. `cancelled`: on request. */
type EndReason = "cancelled" | "unpaid" | "disputed";
/** Why it ended, or is on hold. `paused`: by an operator. */
export type SuspensionReason = EndReason | "paused";

export interface SubscriptionFacts {
  id: string;
  /** Stripe's own, for operators. */
  status: Status;
  /** An invoice of it is late, and Stripe still waits for it. */
  isPastDue: boolean;
  stripeCustomerId: string;
  /** From our metadata: the customer's `sub`, and the attempt that created it. */
  sub: string | undefined;
  attempt: string | undefined;
  paidBy: "card" | "invoice";
  /** Days to pay an invoice, from its issue; undefined by card. */
  daysUntilDue: number | undefined;
  /** Its price; undefined unless it has one item with quantity 1. */
  price: SubscriptionPrice | undefined;
  /** The latest. */
  invoiceId: string | null;
  endReason: SuspensionReason;
  /** Its end follows its period. False for a date that an operator has set. */
  endsWithPeriod: boolean;
  /** Of an operator's schedule for it, without which Stripe lets nobody change its end. */
  scheduleId: string | undefined;
  /** An operator offers it for free for now: Stripe writes off each invoice as it is issued. */
  isFreeForNow: boolean;
  /** The number of changes of the payment method: a request from before the latest change has no effect. */
  paymentTypeChanges: number;
  /** The copy for the customer's profile. */
  contract: CachedContract & { state: SubscriptionState };
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
    // One that is newer than this list neither gives the plan nor is over.
    state: states[subscription.status] ?? "on-hold",
    startedAt: toIsoTime(subscription.start_date),
    ...(pausedUntil !== undefined && { pausedUntil }),
    ...(currentPeriodEnd !== undefined && { currentPeriodEnd }),
    ...(cancelAt !== undefined && { cancelAt }),
    ...(price && standardPriceOf(price)),
  };
}

/** How long an operator has Stripe charge nothing for it: ISO 8601, or the empty string for no date. Undefined if it is charged. */
const pauseOf = ({ pause_collection: pause }: Stripe.Subscription): string | undefined =>
  pause ? (toIsoTimeIfAny(pause.resumes_at) ?? "") : undefined;

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
  /** The card of the next charge, if there is one: the subscription's own card, else the customer's. `expiry` as `2029-12`. */
  card: { id: string; brand: string; last4: string; expiry: string } | undefined;
  /** Of the customer; undefined for one that was deleted. */
  invoiceFields: StoredInvoiceFields | undefined;
  /** Another amount than its price may be charged next: by a discount, a credit or debit, or a scheduled price. */
  hasOtherAmount: boolean;
}

const cards = ["default_payment_method", "customer.invoice_settings.default_payment_method"];

/** Does not retry, because a person waits. Throws `StripeCallError`. */
export async function readSubscriptionWithCard(id: string): Promise<SubscriptionWithCard> {
  const ask = { expand: cards };
  return withCard(
    await callStripe((stripe) => stripe.subscriptions.retrieve(id, ask, { maxNetworkRetries: 0 })),
  );
}

/** 100 of those that a card pays, newest first, behind the one with that id. Throws `StripeCallError`. */
export async function listSubscriptionsByCard(
  after: string | undefined,
): Promise<{ subscriptions: SubscriptionWithCard[]; next: string | undefined }> {
  const page = await callStripe((stripe) =>
    stripe.subscriptions.list({
      collection_method: "charge_automatically",
      ...pageBehind(after),
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

/** Yen of the next invoice, by Stripe's own calculation. Asks once. Throws `StripeCallError`, also where there is no next invoice. */
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

/** The active subscriptions: paid, owed, or waiting for their first payment. */
export async function listLiveSubscriptions(stripeCustomerId: string): Promise<SubscriptionFacts[]> {
  const { data } = await callStripe((stripe) =>
    stripe.subscriptions.list({ customer: stripeCustomerId, limit: 100 }),
  );
  return data.map(subscriptionFacts).filter(({ contract }) => contract.state !== "over");
}

/** False if the subscription has ended. */
export const setSubscriptionCard = (id: string, card: string): Promise<boolean> =>
  isAccepted(callStripe((stripe) => stripe.subscriptions.update(id, { default_payment_method: card })));

/** Cancels it immediately. Can be repeated. */
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

/** Cancels it first, so that nothing more is charged, then refunds what was paid and voids what is due. Can be repeated. */
export async function undoSubscription({ id, invoiceId }: SubscriptionFacts): Promise<void> {
  await cancelSubscription(id);
  if (invoiceId !== null) await undoInvoice(invoiceId);
}
