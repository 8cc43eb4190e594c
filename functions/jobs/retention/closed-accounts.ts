import { pMapIterable, pMapSkip } from "p-map";
import {
  type Closure,
  claimErasure,
  closureTask,
  forgetIfRegistered,
  restartGrace,
} from "#functions/account/closing/closure-table.ts";
import { endPayments } from "#functions/account/closing/end-account.ts";
import { type KnownAccounts, withBrake } from "#functions/account/erasure/deletion-brake.ts";
import { eraseCustomer, NotErasable, requireProfile } from "#functions/account/erasure/erase-customer.ts";
import { findOpenRefunds } from "#functions/billing/stripe-tasks/stripe-task-table.ts";
import { reportMissingProfile } from "#functions/customer/missing-profile.ts";
import { readCustomer } from "#functions/customer/profile.ts";
import type { Item } from "#functions/platform/table.ts";
import { processRows } from "#functions/tasks/run.ts";
import { releaseTask } from "#functions/tasks/task.ts";
import type { LastLook } from "../export-users/look-table.ts";

/** Accounts of one kind. */
export interface Deletions {
  deleted: number;
  failed: number;
}

/** Profiles of abandoned accounts that are read at once. */
const readsAtOnce = 20;

interface Due {
  sub: string;
  row: Item;
}

/** Erases accounts that were closed 30 days ago. The brake does not stop an erasure that has begun. */
export async function eraseClosedAccounts(known: KnownAccounts): Promise<Deletions> {
  const outcome = { deleted: 0, failed: 0 };
  await eraseAll(
    findDue((row) => row.state !== "closed" && row.state !== "abandoned"),
    outcome,
  );
  await withBrake(
    "closed",
    findDue((row) => row.state === "closed"),
    known,
    (due) => eraseAll(due, outcome),
  );
  return outcome;
}

/** Erases abandoned accounts, if a complete look began since they were found. */
export async function eraseAbandonedAccounts(known: LastLook): Promise<Deletions> {
  const found = findDue((row) => row.state === "abandoned" && Number(row.closedAt) < known.beganAt);
  const skipIfRegistered = async (due: Due) => ((await forgetIfRegistered(due.sub)) ? pMapSkip : due);
  const outcome = { deleted: 0, failed: 0 };
  const accounts = pMapIterable(found, skipIfRegistered, { concurrency: readsAtOnce });
  await withBrake("abandoned", accounts, known, (due) => eraseAll(due, outcome));
  return outcome;
}

/** Yields the closures that are due for erasure. Includes unreadable rows, which then fail. */
async function* findDue(isMeant: (row: Item) => boolean): AsyncGenerator<Due> {
  for await (const row of closureTask.due())
    if (row.state !== "closing" && !(Number(row.eraseAt) > Date.now()) && isMeant(row))
      yield { sub: String(row.sk), row };
}

async function* rowsOf(due: AsyncIterable<Due> | Iterable<Due>): AsyncGenerator<Item> {
  for await (const { row } of due) yield row;
}

async function eraseAll(due: AsyncIterable<Due> | Iterable<Due>, outcome: Deletions): Promise<number> {
  let deleted = 0;
  const { failed } = await processRows({
    rows: rowsOf(due),
    parse: closureTask.parse,
    order: (one, other) => one.attempts - other.attempts,
    settle: async (closure) => {
      if ((await isErasable(closure)) && (await claimErasure(closure)) && (await erase(closure)))
        deleted += 1;
    },
    failure: "closed account could not be erased",
  });
  outcome.deleted += deleted;
  outcome.failed += failed.length;
  return deleted;
}

/**
 * Returns false while a refund has not arrived, which may take 45 days, and for an abandoned account that
 * belongs to a customer. Throws for a closed account whose profile is missing. The last two raise the alarm.
 * Called before the erasure is claimed, so that an operator can still restore the account.
 */
async function isErasable({ sk: sub, state }: Closure): Promise<boolean> {
  if ((await findOpenRefunds(sub)).length > 0) return false;
  try {
    if (state !== "erasing") await requireProfile(sub, await readCustomer(sub));
    return true;
  } catch (error) {
    if (!(error instanceof NotErasable)) throw error;
    reportMissingProfile(sub, error.because);
    if (state !== "abandoned") throw error;
    await restartGrace(sub);
    return false;
  }
}

/** Longest pause after a failure: the next run tries again. */
const longestWaitMs = 30 * 60_000;

async function erase(closure: Closure): Promise<boolean> {
  const { sk: sub, loginId } = closure;
  try {
    const profile = await readCustomer(sub);
    if (profile) await endPayments(sub, profile);
    await eraseCustomer({ sub, loginId });
    return true;
  } catch (error) {
    await releaseTask(closure, error, longestWaitMs);
    throw error;
  }
}
