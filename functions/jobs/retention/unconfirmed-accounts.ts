import { pMapIterable, pMapSkip } from "p-map";
import { type KnownAccounts, withBrake } from "#functions/account/erasure/deletion-brake.ts";
import { readTraces } from "#functions/customer/missing-profile.ts";
import { lastSignUpCodeAt } from "#functions/mail/mail-limits.ts";
import { deleteUnconfirmed, listUnconfirmed, type Unconfirmed } from "#functions/platform/user-pool.ts";
import { log } from "#functions/runtime/log.ts";
import { countMetric } from "#functions/runtime/metrics.ts";
import { processRows } from "#functions/tasks/run.ts";
import { hourMs } from "#shared/durations.ts";
import { limits } from "#shared/limits.ts";
import type { Deletions } from "./closed-accounts.ts";

/** The lifetime of a Cognito code. The first one is mailed when the account is created. */
const codeMs = limits.unconfirmedHours * hourMs;
const isOver = (sentAt: number): boolean => Date.now() - sentAt >= codeMs;

/** An attacker may have created many accounts. */
const readsAtOnce = 20;

/** Deletes accounts whose last code has expired; their login IDs are free again. */
export async function deleteUnconfirmedAccounts(known: KnownAccounts): Promise<Deletions> {
  const outcome = { deleted: 0, failed: 0 };
  const due = pMapIterable(
    listUnconfirmed(),
    async (account) => ((await isDue(account)) ? account : pMapSkip),
    { concurrency: readsAtOnce },
  );
  await withBrake("unconfirmed", due, known, (accounts) => deleteAll(accounts, outcome));
  return outcome;
}

/** True if the account's last code has expired. */
const isDue = async (account: Unconfirmed): Promise<boolean> =>
  isOver(account.createdAt) && (await hasNoCode(account));

const hasNoCode = async ({ sub }: Unconfirmed): Promise<boolean> => isOver(await lastSignUpCodeAt(sub));

async function deleteAll(accounts: readonly Unconfirmed[], outcome: Deletions): Promise<number> {
  const { failed } = await processRows<Unconfirmed>({
    rows: accounts.map((account) => ({ sk: account.sub, account })),
    parse: ({ account }) => account,
    order: (one, other) => one.createdAt - other.createdAt,
    settle: async (account) => {
      if (await deleteOne(account)) outcome.deleted += 1;
    },
    failure: "unconfirmed account could not be deleted",
    // The run fails, which raises an alarm.
    isCounted: false,
  });
  outcome.failed += failed.length;
  return outcome.deleted;
}

/**
 * Deletes the account unless a code was sent since the first look, or it has a customer's rows: then it was
 * confirmed once. Returns true if it was deleted.
 */
async function deleteOne(account: Unconfirmed): Promise<boolean> {
  const { loginId, sub } = account;
  if (!(await hasNoCode(account))) return false;
  const { hasProfile, found } = await readTraces(sub);
  if (!hasProfile && found.length === 0) return deleteUnconfirmed(loginId, (current) => current.sub === sub);
  log("error", "account of a customer is not confirmed", { customer: sub });
  countMetric("ProfilesMissing");
  return false;
}
