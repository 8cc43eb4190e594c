import { fulfil } from "#functions/billing/checkout/fulfil.ts";
import { syncContract } from "#functions/billing/contract/sync-contract.ts";
import { expireOpenCheckoutSessions } from "#functions/billing/stripe/checkout-sessions.ts";
import {
  cancelSubscription,
  listLiveSubscriptions,
  undoSubscription,
} from "#functions/billing/stripe/subscriptions.ts";
import { type Profile, readCustomer } from "#functions/customer/profile.ts";
import { disableAccount, endSessions } from "#functions/platform/user-pool.ts";

/**
 * Ends the account's sign-ins and the customer's payments. Each step can be repeated. Throws the error of a
 * failed step.
 */
export async function endAccount({ sub, loginId }: { sub: string; loginId: string }): Promise<void> {
  await endSessions({ sub, loginId });
  await disableAccount({ sub, loginId });
  const profile = await readCustomer(sub);
  if (profile) await endPayments(sub, profile);
  // Sync now; do not wait for the webhook.
  if (profile?.subscriptionId !== undefined) await syncContract(profile.subscriptionId);
}

/**
 * Ends a customer's payment pages and subscriptions. The pages expire first, so that a payment made there has
 * its subscription. A subscription that never became the customer's contract is refunded, or its invoice
 * voided.
 */
export async function endPayments(sub: string, profile: Profile): Promise<void> {
  const { stripeCustomerId, subscriptionId } = profile;
  if (stripeCustomerId === undefined) return;
  await expireOpenCheckoutSessions(stripeCustomerId);
  for (const live of await listLiveSubscriptions(stripeCustomerId)) {
    if (live.id !== subscriptionId) await fulfil(sub, live);
    // Its first invoice is not owed.
    if (live.contract.state === "incomplete") await undoSubscription(live);
    else await cancelSubscription(live.id, "cancelled");
  }
}
