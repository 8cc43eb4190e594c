import { tryTransactWrite } from "#functions/platform/table.ts";
import { readDispute } from "../stripe/invoices.ts";
import { cancelSubscription } from "../stripe/subscriptions.ts";
import { followSubscription } from "./follow-subscription.ts";
import { findPayer, reportLostPayment, reversalRow } from "./reversals.ts";

/**
 * `charge.dispute.created` and `charge.dispute.closed` (decision 18): raises an alarm. A lost dispute cancels
 * the subscription, so that the card is not charged again.
 */
export async function handleDispute(disputeId: string): Promise<void> {
  const { status, invoiceId } = await readDispute(disputeId);
  const customer = await findPayer(invoiceId);
  if (!customer) return;
  const { sub, subscriptionId } = customer;
  const state = (["lost", "won"] as const).find((end) => end === status) ?? "opened";
  const isNew = await tryTransactWrite([reversalRow(customer, `dispute-${state}`, disputeId)]);
  if (isNew && state !== "won") reportLostPayment(`dispute ${state}`, sub, disputeId);
  if (state !== "lost") return;
  await cancelSubscription(subscriptionId, "disputed");
  await followSubscription(subscriptionId);
}
