/** SetUserMFAPreference and AdminSetUserMFAPreference. */
import { applyPreference, preference } from "../mfa/preference.ts";
import { defineAdminOperation, defineUserOperation } from "../request/user-operation.ts";

export const setUserMfaPreference = defineUserOperation(preference, ({ user }, input, pool) => {
  applyPreference(pool, user, input);
  return {};
});

export const adminSetUserMfaPreference = defineAdminOperation(
  "AdminSetUserMFAPreference",
  preference,
  (user, input, pool) => {
    applyPreference(pool, user, input);
    return {};
  },
);
