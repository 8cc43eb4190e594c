/** Subscriptions of the standard plan. Source: Stripe API reference, "Subscriptions". */
import type Stripe from "stripe";
import { numericEnvironment } from "#functions/runtime/environment.ts";
import type { StoredInvoiceFields } from "#shared/contract.ts";
import type { Price } from "../checkout/checkout-table.ts";
import { callStripe } from "./client.ts";
import { invoiceFieldsOf } from "./customers.ts";
import { isAccepted, unlessDone } from "./failure.ts";
import { undoInvoice } from "./invoices.ts";
import { idOf, toIsoTime, toIsoTimeIfAny } from "./reference.ts";

type Status = Stripe.Subscription["status"];
/** Why it ended. `cancelled`: on request. */
export type EndReason = "cancelled" | "unpaid" | "disputed";

export interface SubscriptionFacts {
  id: string;
  status: Status;
  stripeCustomerId: string;
  /** From our metadata: the customer's `sub`, and the attempt that created it. */
  sub: string | undefined;
  attempt: string | undefined;
  paidBy: "card" | "invoice";
  /** What it charges; undefined unless it has one item with quantity 1. */
  price: SubscriptionPrice | undefined;
  /** The latest. */
  invoiceId: string | null;
  endReason: EndReason;
  /** How often the way to pay was changed: what was asked for before the latest change counts no more. */
  paymentTypeChanges: number;
  /** ISO 8601. */
  startedAt: string;
  currentPeriodEnd: string | undefined;
  /** ISO 8601: when it will end, or has ended. */
  cancelAt: string | undefined;
}

export interface SubscriptionPrice {
  id: string;
  currency: string;
  unitAmount: number | null;
  interval: Stripe.Price.Recurring.Interval | undefined;
}

/** True while the plan is standard: paid, or past due within Stripe's retries. */
export const isInForce = ({ status }: SubscriptionFacts): boolean =>
  status === "active" || status === "trialing" || status === "past_due";

/** True once it was cancelled or is unpaid for good. An `incomplete` one waits for its first payment. */
export const isEnded = (subscription: SubscriptionFacts): boolean =>
  !isInForce(subscription) && subscription.status !== "incomplete";

export const subscriptionFacts = (subscription: Stripe.Subscription): SubscriptionFacts => ({
  id: subscription.id,
  status: subscription.status,
  stripeCustomerId: idOf(subscription.customer) ?? "",
  sub: subscription.metadata.sub,
  attempt: subscription.metadata.attempt,
  paidBy: subscription.collection_method === "send_invoice" ? "invoice" : "card",
  price: priceOf(subscription),
  invoiceId: idOf(subscription.latest_invoice),
  endReason: endReasonOf(subscription),
  paymentTypeChanges: Number(subscription.metadata.paymentTypeChanges ?? 0),
  startedAt: toIsoTime(subscription.start_date),
  currentPeriodEnd: toIsoTimeIfAny(subscription.items.data[0]?.current_period_end),
  cancelAt: toIsoTimeIfAny(subscription.ended_at ?? subscription.cancel_at),
});

function priceOf({ items }: Stripe.Subscription): SubscriptionFacts["price"] {
  const [item, ...others] = items.data;
  if (item === undefined || others.length > 0 || item.quantity !== 1) return undefined;
  const { id, currency, unit_amount: unitAmount, recurring } = item.price;
  return { id, currency, unitAmount, interval: recurring?.interval };
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
  /** What is charged next, if there is one: the subscription's own card, else the customer's. `expiry` as `2029-12`. */
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

export interface NewSubscription {
  sub: string;
  customerId: string;
  stripeCustomerId: string;
  attempt: number;
  price: Price;
}

/** By transfer to a Japanese bank account. */
export const paidByTransfer = () =>
  ({
    collection_method: "send_invoice",
    days_until_due: numericEnvironment("INVOICE_DAYS_UNTIL_DUE"),
    payment_settings: {
      payment_method_types: ["customer_balance"],
      payment_method_options: {
        customer_balance: { funding_type: "bank_transfer", bank_transfer: { type: "jp_bank_transfer" } },
      },
    },
  }) satisfies Stripe.SubscriptionUpdateParams;

/** Starts at once; the invoice is paid by bank transfer in Japan. */
export async function createInvoicedSubscription(
  { stripeCustomerId, attempt, sub, customerId, price }: NewSubscription,
  idempotencyKey: string,
): Promise<SubscriptionFacts> {
  const subscription = await callStripe((stripe) =>
    stripe.subscriptions.create(
      {
        customer: stripeCustomerId,
        items: [{ price: price.id, quantity: 1 }],
        automatic_tax: { enabled: true },
        ...paidByTransfer(),
        metadata: { sub, customerId, attempt: String(attempt) },
      },
      { idempotencyKey },
    ),
  );
  return subscriptionFacts(subscription);
}

/** Returns the subscription of that attempt, if one exists. */
export async function findSubscription(
  stripeCustomerId: string,
  attempt: number,
): Promise<SubscriptionFacts | undefined> {
  const { data } = await callStripe((stripe) =>
    stripe.subscriptions.list({ customer: stripeCustomerId, limit: 100 }),
  );
  return data.map(subscriptionFacts).find((each) => each.attempt === String(attempt));
}

const over: readonly string[] = ["canceled", "incomplete_expired"] satisfies Status[];

/** Those that are not over: paid, owed, or waiting for their first payment. */
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
