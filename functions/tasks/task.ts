/**
 * Tasks: work that must happen after its cause. `enqueue` is a write of the cause's transaction. The request
 * may do the task at once; the reconciler does the rest. A task is leased to one worker at a time.
 * docs/architecture.md, "Tasks".
 */
import { randomInt } from "node:crypto";
import * as z from "zod/mini";
import {
  type Delete,
  type Item,
  type Key,
  queryItems,
  tryTransactWrite,
  type Update,
  updateItem,
  type Write,
} from "#functions/platform/table.ts";
import { errorFields, log } from "#functions/runtime/log.ts";
import { errorCodeOf } from "#functions/runtime/permanent-error.ts";
import { dayMs } from "#shared/durations.ts";
import { partitionKey, type TaskPartition } from "#shared/partitions.ts";
import { alive, deadLetterIfPermanent, hasRevision, ownVersion } from "./dead-letter.ts";

const taskRow = z.object({
  pk: partitionKey,
  sk: z.string(),
  /** Milliseconds since the epoch: when the task is due. */
  nextAttemptAt: z.int(),
  /** Milliseconds since the epoch: the end of a worker's lease; 0 without one. */
  lockedUntil: z.int(),
  /** Attempts at the task since it was enqueued or postponed. */
  attempts: z.int(),
  /**
   * A random number, new with each `enqueue`: a worker deletes no task that was enqueued again meanwhile. 0
   * for a row that is put once.
   */
  revision: z._default(z.int(), 0),
  /** ISO 8601: when the task became a dead letter. */
  failedAt: z.optional(z.string()),
  /** Names and codes of the last attempt's error, never a value. Missing if it did not fail. */
  lastError: z.optional(z.string()),
});
export type Task = z.output<typeof taskRow>;

/** Longer than any function that takes a lease runs. */
export const leaseMs = 2 * 60_000;
const firstRetryMs = 5_000;

/** Fields of a new row that is leased to its writer. */
export function newLease() {
  const now = Date.now();
  return { nextAttemptAt: now, lockedUntil: now + leaseMs, attempts: 1 };
}

/** Fields of a new row that is due at that time (milliseconds since the epoch), for any worker. */
export const dueFrom = (nextAttemptAt: number) => ({ nextAttemptAt, lockedUntil: 0, attempts: 0 });

/** True if a worker may lease the task. */
export const isDue = ({ nextAttemptAt, lockedUntil }: Task): boolean =>
  Math.max(nextAttemptAt, lockedUntil) <= Date.now();

export interface TaskTime {
  /** Milliseconds since the epoch. By default the task is leased to its writer. */
  dueAt?: number;
  /** An existing task keeps its times. */
  isKept?: boolean;
}

export interface TaskKind<T extends Task> {
  parse(item: Item): T;
  /** Yields the due tasks by sort key. Includes dead letters of another version of the function. */
  due(): AsyncIterable<Item>;
  /** Adds the task, or replaces its data. A dead letter is tried again. */
  enqueue(sk: string, data: Omit<T, keyof Task>, time?: TaskTime): Enqueued;
}

/** The write that enqueues a task, alone or in a transaction. */
export type Enqueued = Update & { set: Item & { revision: number } };

/** Returns the kind of task in that partition. `data`: the schema of its data. */
export function taskKind<Data extends z.ZodMiniType<object>>(
  partition: TaskPartition,
  data: Data,
): TaskKind<Task & z.output<Data>> {
  return {
    parse: (item) => ({ ...data.parse(item), ...taskRow.parse(item) }),
    // Includes a row without these fields: it is unreadable and becomes a dead letter.
    due: () =>
      queryItems(
        partition,
        "NOT (nextAttemptAt > :now) AND NOT (lockedUntil > :now) AND NOT (failedVersion = :version)",
        { ":now": Date.now(), ":version": ownVersion() },
      ),
    enqueue(sk, values, { dueAt, isKept = false } = {}) {
      const time = dueAt === undefined ? newLease() : dueFrom(dueAt);
      return {
        update: { pk: partition, sk },
        creates: true,
        set: {
          ...values,
          ...alive,
          revision: randomInt(1, 2 ** 48 - 1),
          ...(!isKept && time),
        },
        ...(isKept && { setOnce: time }),
      };
    },
  };
}

/** The write that leases a task. Refused if another worker changed the task since it was read. */
export const claimWrite = ({ pk, sk, nextAttemptAt, lockedUntil }: Task) => ({
  update: { pk, sk },
  set: { lockedUntil: Date.now() + leaseMs, failedAt: null, failedVersion: null },
  add: { attempts: 1 },
  condition: "nextAttemptAt = :nextAttemptAt AND lockedUntil = :lockedUntil",
  values: { ":nextAttemptAt": nextAttemptAt, ":lockedUntil": lockedUntil },
});

async function claim<T extends Task>(task: T): Promise<T | undefined> {
  const write = claimWrite(task);
  return (await updateItem(write)) ? { ...task, lockedUntil: write.set.lockedUntil } : undefined;
}

/**
 * Leases the task and does its work. Returns undefined if another worker has the lease. Throws the work's
 * error: the task then waits with exponential backoff up to `longestMs`, or is a dead letter if the error is
 * permanent.
 */
export async function leased<T extends Task, R>(
  task: T,
  work: (claimed: T) => Promise<R>,
  longestMs?: number,
): Promise<R | undefined> {
  const claimed = await claim(task);
  if (!claimed) return undefined;
  try {
    return await work(claimed);
  } catch (error) {
    await endAttempt(task, error, longestMs).catch((later: unknown) =>
      log("warn", "lease not released", errorFields(later)),
    );
    throw error;
  }
}

async function endAttempt(task: Task, error: unknown, longestMs?: number): Promise<void> {
  if (!(await deadLetterIfPermanent(task, error))) await releaseTask(task, error, longestMs);
}

/**
 * Changes a row under the lease that ends at `lockedUntil`. Returns false if another worker has leased it
 * since.
 */
export const updateLeased = (
  update: Key,
  lockedUntil: number,
  changes: Pick<Update, "set" | "add">,
): Promise<boolean> =>
  updateItem({ update, ...changes, condition: "lockedUntil = :seen", values: { ":seen": lockedUntil } });

/**
 * Releases the lease of a task after a failure. The pause before the next attempt doubles each time, up to
 * `longestMs`.
 */
export const releaseTask = (
  { pk, sk, attempts }: Key & Pick<Task, "attempts">,
  error: unknown,
  longestMs: number = dayMs,
): Promise<boolean> =>
  updateItem({
    update: { pk, sk },
    set: {
      nextAttemptAt: Date.now() + Math.min(firstRetryMs * 2 ** attempts, longestMs),
      lockedUntil: 0,
      lastError: errorCodeOf(error),
    },
  });

/** Releases the lease without a result: the first run after `until` tries again. */
export const postpone = (claimed: Task, until = new Date()): Promise<boolean> =>
  updateLeased(claimed, claimed.lockedUntil, { set: { ...dueFrom(until.getTime()), lastError: null } });

/**
 * Deletes a task that is done and makes `writes`, in one transaction. Returns false if the task was enqueued
 * again or a condition did not hold.
 */
export const finish = (
  { pk, sk, revision }: Pick<Task, "pk" | "sk" | "revision">,
  writes: readonly Write[] = [],
): Promise<boolean> => {
  const removal: Delete = { delete: { pk, sk }, ...hasRevision(revision) };
  return tryTransactWrite([removal, ...writes]);
};

/** Like `finish`, for a request that does the task that it enqueued. */
export const finishOwn = ({ update, set }: Enqueued): Promise<boolean> =>
  finish({ ...update, revision: set.revision });
