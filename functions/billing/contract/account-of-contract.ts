import { readCustomer } from "#functions/customer/profile.ts";
import { hasAccount } from "#functions/platform/user-pool.ts";
import { log } from "#functions/runtime/log.ts";
import { countMetric } from "#functions/runtime/metrics.ts";

/**
 * Raises the alarm `account-missing` for a contract whose account is deleted: nobody can sign in to cancel
 * it.
 */
export async function reportIfAccountGone(owner: { sub: string; loginId: string }): Promise<void> {
  if (await hasAccount(owner)) return;
  log("error", "profile without an account", { customer: owner.sub });
  countMetric("ProfilesWithoutAccount");
}

/** Like `reportIfAccountGone`, for a customer who may have closed the account meanwhile. */
export async function checkAccountOfContract(sub: string): Promise<void> {
  const profile = await readCustomer(sub);
  if (profile?.subscriptionId === undefined || profile.closedAt !== undefined) return;
  await reportIfAccountGone({ sub, loginId: profile.loginId });
}
