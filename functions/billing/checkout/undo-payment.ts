import type { Profile } from "#functions/customer/profile.ts";
import { auditRow } from "#functions/platform/audit.ts";
import { getItem, tryTransactWrite } from "#functions/platform/table.ts";
import { log } from "#functions/runtime/log.ts";
import { countMetric } from "#functions/runtime/metrics.ts";
import { type SubscriptionFacts, undoSubscription } from "../stripe/subscriptions.ts";
import { undoTask } from "../stripe-tasks/stripe-task-table.ts";

const undoings = {
  duplicate: {
    action: "duplicate-payment-undone",
    id: "DUPLICATE",
    check: "second-subscription",
    event: "duplicate payment refunded",
  },
  closed: {
    action: "payment-after-closing-undone",
    id: "AFTER-CLOSING",
    check: "payment-after-closing",
    event: "payment of a closed account refunded",
  },
} as const;

/**
 * Cancels the subscription and refunds its payment. The audit row and a task are written first, so that the
 * reconciler completes it after a crash or a failure of Stripe; for a closed account, the task also mails the
 * customer. Can be repeated. `duplicate`: another subscription pays for the plan. `closed`: the account was
 * closed before.
 */
export async function undoPayment(
  sub: string,
  { customerId }: Profile,
  subscription: SubscriptionFacts,
  why: keyof typeof undoings,
): Promise<void> {
  const { id: subscriptionId } = subscription;
  const { action, id, check, event } = undoings[why];
  const isFirst = await tryTransactWrite([
    auditRow(sub, { action, customerId, subscriptionId }, `${id}#${subscriptionId}`),
    undoTask(check, sub, subscriptionId),
  ]);
  if (isFirst) {
    log("error", event, { customer: sub, subscription: subscriptionId });
    countMetric("PaymentsLost");
  }
  await undoSubscription(subscription);
}

/** Returns true if that subscription was refunded as a duplicate payment. */
export const wasUndone = async (sub: string, subscriptionId: string): Promise<boolean> =>
  (await getItem({ pk: `CUSTOMER#${sub}`, sk: `AUDIT#DUPLICATE#${subscriptionId}` })) !== undefined;
