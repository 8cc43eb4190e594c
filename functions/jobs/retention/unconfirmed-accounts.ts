import { type KnownAccounts, withBrake } from "#functions/account/erasure/deletion-brake.ts";
import { readTraces } from "#functions/customer/missing-record.ts";
import { deleteUnconfirmed, listUnconfirmed, type Unconfirmed } from "#functions/platform/user-pool.ts";
import { attempt } from "#functions/runtime/attempt.ts";
import { log } from "#functions/runtime/log.ts";
import { countMetric } from "#functions/runtime/metrics.ts";
import { hourMs } from "#shared/durations.ts";
import { limits } from "#shared/limits.ts";
import type { Deletions } from "./closed-accounts.ts";

/** The period in which a person can return and confirm the e-mail; the phone verification lasts as long. */
const unconfirmedMs = limits.unconfirmedHours * hourMs;

/** Deletes accounts that were not confirmed in time; their login IDs are free again. */
export async function deleteUnconfirmedAccounts(known: KnownAccounts): Promise<Deletions> {
  const due = (await listUnconfirmed()).filter(({ createdAt }) => Date.now() - createdAt >= unconfirmedMs);
  const outcome = { deleted: 0, failed: 0 };
  await withBrake(
    "unconfirmed",
    due.map(({ sub }) => sub),
    known,
    async () => {
      for (const account of due) await deleteOne(account, outcome);
      return outcome.deleted;
    },
  );
  return outcome;
}

async function deleteOne(account: Unconfirmed, outcome: Deletions): Promise<void> {
  const work = async () => {
    if (await isDeleted(account)) outcome.deleted += 1;
  };
  const isDone = await attempt("unconfirmed account could not be deleted", work, { row: account.sub }, false);
  if (!isDone) outcome.failed += 1;
}

/** An account that has a customer's rows was confirmed once, whatever the user pool says. */
async function isDeleted({ loginId, sub }: Unconfirmed): Promise<boolean> {
  const { hasRecord, found } = await readTraces(sub);
  if (!hasRecord && found.length === 0) return deleteUnconfirmed(loginId, (account) => account.sub === sub);
  log("error", "account of a customer is not confirmed", { customer: sub });
  countMetric("RecordsMissing");
  return false;
}
