import { type KnownAccounts, withBrake } from "#functions/account/erasure/deletion-brake.ts";
import { readTraces } from "#functions/customer/missing-record.ts";
import { lastSignUpCodeAt } from "#functions/mail/mail-limits.ts";
import { deleteUnconfirmed, listUnconfirmed, type Unconfirmed } from "#functions/platform/user-pool.ts";
import { attempt } from "#functions/runtime/attempt.ts";
import { log } from "#functions/runtime/log.ts";
import { countMetric } from "#functions/runtime/metrics.ts";
import { hourMs } from "#shared/durations.ts";
import { limits } from "#shared/limits.ts";
import type { Deletions } from "./closed-accounts.ts";

/** The lifetime of a Cognito code. The first one is mailed when the account is created. */
const codeMs = limits.unconfirmedHours * hourMs;
const isOver = (sentAt: number): boolean => Date.now() - sentAt >= codeMs;

/** Somebody may have made many accounts. */
const readsAtOnce = 20;

/** Deletes accounts whose last code has expired; their login IDs are free again. */
export async function deleteUnconfirmedAccounts(known: KnownAccounts): Promise<Deletions> {
  const due = await withoutCode((await listUnconfirmed()).filter(({ createdAt }) => isOver(createdAt)));
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

/** Those that were not sent another code within the lifetime of one. */
async function withoutCode(accounts: readonly Unconfirmed[]): Promise<Unconfirmed[]> {
  const found: Unconfirmed[] = [];
  for (let from = 0; from < accounts.length; from += readsAtOnce) {
    const some = accounts.slice(from, from + readsAtOnce);
    const areOver = await Promise.all(some.map(hasNoCode));
    found.push(...some.filter((_, index) => areOver[index]));
  }
  return found;
}

const hasNoCode = async ({ sub }: Unconfirmed): Promise<boolean> => isOver(await lastSignUpCodeAt(sub));

async function deleteOne(account: Unconfirmed, outcome: Deletions): Promise<void> {
  const work = async () => {
    if (await isDeleted(account)) outcome.deleted += 1;
  };
  const isDone = await attempt("unconfirmed account could not be deleted", work, { row: account.sub }, false);
  if (!isDone) outcome.failed += 1;
}

/** An account that has a customer's rows was confirmed once, whatever the user pool says. A code may have been sent since the first look. */
async function isDeleted(account: Unconfirmed): Promise<boolean> {
  const { loginId, sub } = account;
  if (!(await hasNoCode(account))) return false;
  const { hasRecord, found } = await readTraces(sub);
  if (!hasRecord && found.length === 0) return deleteUnconfirmed(loginId, (current) => current.sub === sub);
  log("error", "account of a customer is not confirmed", { customer: sub });
  countMetric("RecordsMissing");
  return false;
}
