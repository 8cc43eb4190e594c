/** What a customer may change about their subscription. Each can be repeated, and throws `StripeCallError`. */
import type Stripe from "stripe";
import type { CancellationReason } from "#shared/enums.ts";
import { callStripe } from "./client.ts";
import { paidByTransfer, type SubscriptionFacts } from "./subscriptions.ts";

const update = async (id: string, changes: Stripe.SubscriptionUpdateParams): Promise<void> =>
  void (await callStripe((stripe) => stripe.subscriptions.update(id, changes)));

export const cancelAtPeriodEnd = (id: string, feedback: CancellationReason | undefined): Promise<void> =>
  update(id, { cancel_at_period_end: true, ...(feedback && { cancellation_details: { feedback } }) });

/** Takes the cancellation back. */
export const resume = (id: string): Promise<void> => update(id, { cancel_at_period_end: false });

/** The invoices after this change are sent. */
export const payByInvoice = (subscription: SubscriptionFacts): Promise<void> =>
  update(subscription.id, { ...paidByTransfer(), ...oneChangeMore(subscription) });

/** The invoices after this change are charged to the subscription's card. */
export const payByCard = (subscription: SubscriptionFacts): Promise<void> =>
  update(subscription.id, {
    collection_method: "charge_automatically",
    payment_settings: { payment_method_types: ["card"] },
    ...oneChangeMore(subscription),
  });

const oneChangeMore = ({ paymentTypeChanges }: SubscriptionFacts) => ({
  metadata: { paymentTypeChanges: String(paymentTypeChanges + 1) },
});
