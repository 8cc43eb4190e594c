import { readCustomer } from "#functions/customer/profile.ts";
import { readVerifiedEmail } from "#functions/platform/user-pool.ts";
import { log } from "#functions/runtime/log.ts";
import { countMetric } from "#functions/runtime/metrics.ts";
import { applyChange } from "./change-profile.ts";
import { emailChange } from "./contact-change.ts";
import { isCodeExpired, isPreparedEmail, type PendingEmailChange } from "./email-change-table.ts";

/**
 * Copies a new verified address from the user pool to the profile, and mails the old and the new address.
 * Returns `done` once the code has expired. Raises an alarm for an address without a ticket.
 */
export async function syncEmail(pending: PendingEmailChange): Promise<"done" | "waiting"> {
  const { sk: sub, loginId } = pending;
  const [profile, proven] = await Promise.all([readCustomer(sub), readVerifiedEmail({ loginId, sub })]);
  if (proven !== undefined && !(await isPreparedEmail(pending, proven))) {
    log("error", "verified e-mail address that was not prepared", { customer: sub });
    countMetric("UnpreparedEmails");
  }
  if (profile && proven !== undefined && proven !== profile.email) {
    const change = emailChange(sub, profile, proven);
    const written = await applyChange(sub, profile, { action: "updated", ...change });
    log("warn", "e-mail address synced from the user pool", { customer: sub, written });
    // If the profile changed in between, the next run tries again.
    return "waiting";
  }
  return isCodeExpired(pending) ? "done" : "waiting";
}
