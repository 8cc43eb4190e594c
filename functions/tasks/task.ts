/**
 * Work that must happen after its cause. `enqueue` is a write of the cause's transaction; the request may try at once, and the
 * reconciler does the rest. A task is leased to one worker, others skip it until the lease ends. docs/architecture.md, "Tasks".
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
  /** Since it was enqueued, or last looked at. */
  attempts: z.int(),
  /**
   * Of the cause that enqueued it last, at random: a worker deletes no task that was enqueued again meanwhile. 0 for a row that is put
   * once.
   */
  revision: z._default(z.int(), 0),
  /** ISO 8601. The task is a dead letter: it cannot succeed as it is. */
  failedAt: z.optional(z.string()),
  /** Of the last attempt, if it failed: names and codes of the error, and never a value. */
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

/** Whether a worker may take the task. */
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
  /** Tasks that are due, by sort key; dead letters only of another version of the function. */
  due(): AsyncIterable<Item>;
  /** Adds the task, or replaces its data. A dead letter is tried again. */
  enqueue(sk: string, data: Omit<T, keyof Task>, time?: TaskTime): Enqueued;
}

/** The write that enqueues a task: of a transaction, or alone. */
export type Enqueued = Update & { set: Item & { revision: number } };

/** The kind of task that has a partition for itself, or shares it with others like it. `data`: what it carries. */
export function taskKind<Data extends z.ZodMiniType<object>>(
  partition: TaskPartition,
  data: Data,
): TaskKind<Task & z.output<Data>> {
  return {
    parse: (item) => ({ ...data.parse(item), ...taskRow.parse(item) }),
    // Also a row without these fields: it is unreadable, and becomes a dead letter.
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

/** The write that takes the lease of a task as it was read: refused for all but one of several concurrent callers. */
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
 * Does the task's work under its lease; undefined if another worker has it. Throws the work's error. The task then waits with
 * exponential backoff up to `longestMs`, or is a dead letter after a permanent error.
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

/** Changes a row whose lease is still the one that was read or taken. False if another worker has taken it since. */
export const updateLeased = (
  update: Key,
  lockedUntil: number,
  changes: Pick<Update, "set" | "add">,
): Promise<boolean> =>
  updateItem({ update, ...changes, condition: "lockedUntil = :seen", values: { ":seen": lockedUntil } });

/** Releases the lease of a task, as it was read, after a failure: the next attempt waits, longer each time, up to `longestMs`. */
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

/** Releases the lease without a result: the first run after `until` looks again. */
export const postpone = (claimed: Task, until = new Date()): Promise<boolean> =>
  updateLeased(claimed, claimed.lockedUntil, { set: { ...dueFrom(until.getTime()), lastError: null } });

/** Deletes a task that is done, together with its other writes. False if it was enqueued again, or a condition did not hold. */
export const finish = (
  { pk, sk, revision }: Pick<Task, "pk" | "sk" | "revision">,
  writes: readonly Write[] = [],
): Promise<boolean> => {
  const removal: Delete = { delete: { pk, sk }, ...hasRevision(revision) };
  return tryTransactWrite([removal, ...writes]);
};

/** The same for the writer of the task, who tried at once. */
export const finishOwn = ({ update, set }: Enqueued): Promise<boolean> =>
  finish({ ...update, revision: set.revision });
