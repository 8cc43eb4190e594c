import type { Profile } from "#functions/customer/profile.ts";
import { newMail } from "#functions/mail/outbox.ts";
import { log } from "#functions/runtime/log.ts";
import { count } from "#functions/runtime/metrics.ts";
import { recordUndoing } from "../billing-table.ts";
import { type SubscriptionFacts, undoSubscription } from "../stripe/subscriptions.ts";

interface PaymentToUndo {
  subscription: SubscriptionFacts;
  /** `duplicate`: another subscription pays for the plan. `closed`: the account was closed before. */
  why: "duplicate" | "closed";
}

/**
 * Cancels the subscription and refunds what was paid for it. The audit row is written first, with a task for the reconciler, so
 * that a crash or a failure of Stripe cannot hide it. Can be repeated.
 */
export async function undoPayment(
  sub: string,
  { customerId, email }: Profile,
  { subscription, why }: PaymentToUndo,
): Promise<void> {
  const { id: subscriptionId, paidBy } = subscription;
  const isClosed = why === "closed";
  const action = isClosed ? "payment-after-closing-undone" : "duplicate-payment-undone";
  const refunded = { template: "payment-refunded", customer: sub, to: email, isClosed: true } as const;
  const mails = isClosed && paidBy === "card" ? [newMail(refunded)] : [];
  if ((await recordUndoing(sub, { customerId, subscriptionId, action, mails })) === "written") {
    log("error", `${why === "closed" ? "payment of a closed account" : "duplicate payment"} refunded`, {
      customer: sub,
      subscription: subscriptionId,
    });
    count("SecondSubscriptions");
  }
  await undoSubscription(subscription);
}
