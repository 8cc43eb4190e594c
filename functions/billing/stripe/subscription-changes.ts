/** Creates and changes a customer's subscription. Each call can be repeated, and throws `StripeCallError`. */
import type Stripe from "stripe";
import type { PriceToPay } from "#functions/quotes/price-to-pay.ts";
import { numericEnvironment } from "#functions/runtime/environment.ts";
import type { CancellationReason } from "#shared/enums.ts";
import { callStripe } from "./client.ts";
import { type SubscriptionFacts, subscriptionFacts } from "./subscriptions.ts";

export interface NewSubscription {
  sub: string;
  customerId: string;
  stripeCustomerId: string;
  attempt: number;
  price: PriceToPay;
}

/** Payment by transfer to a Japanese bank account. */
const paidByTransfer = () =>
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

/** Creates a subscription that starts at once and is paid by bank transfer in Japan. */
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

const update = async (id: string, changes: Stripe.SubscriptionUpdateParams): Promise<void> =>
  void (await callStripe((stripe) => stripe.subscriptions.update(id, changes)));

/**
 * Releases the subscription's schedule first, because Stripe refuses to change the end under a schedule:
 * later phases, such as another price, are lost.
 */
async function updateEnd(
  { id, scheduleId }: SubscriptionFacts,
  changes: Stripe.SubscriptionUpdateParams,
): Promise<void> {
  if (scheduleId !== undefined)
    await callStripe((stripe) => stripe.subscriptionSchedules.release(scheduleId));
  await update(id, changes);
}

export const cancelAtPeriodEnd = (
  subscription: SubscriptionFacts,
  feedback: CancellationReason | undefined,
): Promise<void> =>
  updateEnd(subscription, {
    cancel_at_period_end: true,
    ...(feedback && { cancellation_details: { feedback } }),
  });

/** Withdraws the cancellation, also one at a date. */
export const resume = (subscription: SubscriptionFacts): Promise<void> =>
  updateEnd(subscription, subscription.endsWithPeriod ? { cancel_at_period_end: false } : { cancel_at: "" });

/** Later invoices are sent by mail. */
export const payByInvoice = (subscription: SubscriptionFacts): Promise<void> =>
  update(subscription.id, { ...paidByTransfer(), ...oneChangeMore(subscription) });

/** Later invoices are charged to the subscription's card. */
export const payByCard = (subscription: SubscriptionFacts): Promise<void> =>
  update(subscription.id, {
    collection_method: "charge_automatically",
    payment_settings: { payment_method_types: ["card"] },
    ...oneChangeMore(subscription),
  });

const oneChangeMore = ({ paymentTypeChanges }: SubscriptionFacts) => ({
  metadata: { paymentTypeChanges: String(paymentTypeChanges + 1) },
});
