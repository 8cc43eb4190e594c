/** Confirmed accounts whose owner never registered: they are erased like closed ones, after as long and a week more. */
import { keptMs, recordAbandonment } from "#functions/account/closing/closure-table.ts";
import { readTraces, reportMissingRecord } from "#functions/customer/missing-record.ts";
import { readCustomer } from "#functions/customer/profile.ts";
import { unlessErased } from "#functions/platform/table.ts";
import type { Account } from "#functions/platform/user-pool.ts";
import { log } from "#functions/runtime/log.ts";

/**
 * Has those among the accounts erased that were not changed for 30 days and that nothing in the table knows, by `retention`. A
 * registration until then withdraws it.
 */
export async function recordAbandoned(accounts: readonly Account[]): Promise<void> {
  for (const { loginId, attributes, ...account } of accounts) {
    const { sub } = attributes;
    if (sub === undefined || !isLeft(account) || (await readCustomer(sub))) continue;
    const { found } = await readTraces(sub);
    if (found.length > 0) reportMissingRecord(sub, found);
    else await abandon(sub, loginId);
  }
}

const abandon = (sub: string, loginId: string): Promise<void> =>
  unlessErased(async () => {
    if (await recordAbandonment(sub, loginId)) log("info", "account was never registered", { customer: sub });
  });

/** Unconfirmed accounts are deleted a day after their last code; a disabled one is an operator's decision, or closed. */
const isLeft = ({ status, isEnabled, changedAt = "" }: Pick<Account, "status" | "isEnabled" | "changedAt">) =>
  status === "CONFIRMED" && isEnabled && Date.now() - Date.parse(changedAt) > keptMs;
