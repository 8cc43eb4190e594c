import { readCustomer } from "#functions/customer/profile.ts";
import { readVerifiedEmail } from "#functions/platform/user-pool.ts";
import { log } from "#functions/runtime/log.ts";
import { applyChange } from "./change-record.ts";
import { emailChange } from "./contact-change.ts";
import {
  deletePendingEmailChange,
  isCodeExpired,
  markChecked,
  type PendingEmailChange,
} from "./email-change-table.ts";

/** Copies a new verified address from the user pool to the record. Deletes the row once its code has expired. */
export async function syncEmail(watch: PendingEmailChange): Promise<void> {
  // First, so that an account that fails every time does not delay the others.
  await markChecked(watch);
  const [profile, proven] = await Promise.all([
    readCustomer(watch.sk),
    readVerifiedEmail({ loginId: watch.loginId, sub: watch.sk }),
  ]);
  if (profile && proven !== undefined && proven !== profile.email) {
    const change = emailChange(watch.sk, profile, proven);
    const written = await applyChange(watch.sk, profile, { action: "updated", ...change });
    log("warn", "e-mail address synced from the user pool", { customer: watch.sk, written });
    // If the record changed in between, the next run tries again.
    return;
  }
  if (isCodeExpired(watch)) await deletePendingEmailChange(watch);
}
