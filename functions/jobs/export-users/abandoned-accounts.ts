/**
 * Abandoned accounts: confirmed accounts that never registered. They are erased like closed ones, a week
 * later.
 */
import pMap from "p-map";
import { keptMs, recordAbandonment } from "#functions/account/closing/closure-table.ts";
import { readTraces, reportMissingProfile } from "#functions/customer/missing-profile.ts";
import { profileKey } from "#functions/customer/profile.ts";
import { existingKeys, ignoreErased } from "#functions/platform/table.ts";
import type { Account } from "#functions/platform/user-pool.ts";
import { log } from "#functions/runtime/log.ts";
import { runAndLogFailure } from "#functions/runtime/run-and-log-failure.ts";

const atOnce = 10;

/**
 * Marks the page's abandoned accounts, which `retention` erases: unchanged for 30 days, and without a row in
 * the table. A registration before the erasure withdraws the mark. The next day's run repeats a failure.
 */
export async function recordAbandoned(page: readonly Account[]): Promise<void> {
  const left = page
    .filter(isLeft)
    .flatMap(({ loginId, attributes: { sub } }) => (sub ? [{ loginId, sub }] : []));
  const registered = await existingKeys(left.map(({ sub }) => profileKey(sub)));
  const unknown = left.filter(({ sub }) => !registered.has(profileKey(sub).pk));
  const failure = "account could not be looked at";
  await pMap(unknown, (each) => runAndLogFailure(failure, () => record(each), { customer: each.sub }), {
    concurrency: atOnce,
  });
}

async function record({ sub, loginId }: { sub: string; loginId: string }): Promise<void> {
  const { hasProfile, found } = await readTraces(sub);
  if (hasProfile) return;
  if (found.length > 0) reportMissingProfile(sub, found);
  else
    await ignoreErased(async () => {
      if (await recordAbandonment(sub, loginId))
        log("info", "account was never registered", { customer: sub });
    });
}

/**
 * Unconfirmed accounts are deleted a day after their last code. A disabled account is closed, or an
 * operator's decision.
 */
const isLeft = ({ status, isEnabled, changedAt = "" }: Account): boolean =>
  status === "CONFIRMED" && isEnabled && Date.now() - Date.parse(changedAt) > keptMs;
