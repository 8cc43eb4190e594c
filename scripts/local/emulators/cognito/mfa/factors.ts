/** A user's second factors. Source: developer guide, "Adding MFA to a user pool". */
import type { Pool } from "../pool.ts";
import type { Factor, User } from "../records/user.ts";

/** The user could answer a challenge of that factor: there is a number, or an app that was proven. */
export function isSetUp(user: User, factor: Factor): boolean {
  return factor === "SMS_MFA"
    ? user.attributes.phone_number !== undefined
    : user.softwareToken.secret !== undefined;
}

/** The possible challenges of that user's sign-in. If the pool requires MFA, every factor that is set up counts as on. */
export function activeFactors(pool: Pool, user: User): Factor[] {
  const { mode, factors } = pool.settings.mfa;
  const usable = factors.filter((factor) => isSetUp(user, factor));
  const enabled = usable.filter((factor) => user.mfa.enabled.includes(factor));
  return enabled.length === 0 && mode === "ON" ? usable : enabled;
}

/** `UserMFASettingList` and `PreferredMfaSetting` of GetUser and AdminGetUser. */
export const mfaSettings = ({ mfa }: User) => ({
  UserMFASettingList: mfa.enabled.length > 0 ? mfa.enabled : undefined,
  PreferredMfaSetting: mfa.preferred,
});
