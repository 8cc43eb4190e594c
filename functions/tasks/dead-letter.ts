/** Dead letters: tasks that cannot succeed. docs/architecture.md, "Tasks". */
import {
  type Delete,
  type Key,
  queryItems,
  type Row,
  type Update,
  updateItem,
} from "#functions/platform/table.ts";
import { optionalEnvironment } from "#functions/runtime/environment.ts";
import { countMetric } from "#functions/runtime/metrics.ts";
import { permanentCodeOf } from "#functions/runtime/permanent-error.ts";
import { isMailPartition, type TaskPartition } from "#shared/partitions.ts";

/** Row of a task, possibly unreadable. */
type TaskRow = Key & { revision?: unknown };

/** Makes the task a dead letter if the error is permanent. Returns false if it is not. */
export async function deadLetterIfPermanent(row: TaskRow, error: unknown): Promise<boolean> {
  const code = permanentCodeOf(error);
  if (code !== undefined) await deadLetter(row, code);
  return code !== undefined;
}

/**
 * Marks a dead letter and raises the alarm. The row stays. This version of the function does not try it
 * again; another version does once, because it may have the fix. Does nothing if the task was enqueued again
 * meanwhile.
 */
export async function deadLetter({ pk, sk, revision }: TaskRow, lastError: string): Promise<void> {
  const isMarked = await updateItem({
    update: { pk, sk },
    set: { failedAt: new Date().toISOString(), lastError, failedVersion: ownVersion() },
    ...hasRevision(revision),
  });
  if (isMarked) countMetric(isMailPartition(pk) ? "MailsDeadLettered" : "TasksDeadLettered");
}

/** Removes the attributes of a dead letter. */
export const alive = { failedAt: null, lastError: null, failedVersion: null };

/** Returns the function's published version. Each deployment of changed code or settings has another one. */
export const ownVersion = (): string => optionalEnvironment("AWS_LAMBDA_FUNCTION_VERSION") ?? "$LATEST";

const isDeadLetter = "attribute_exists(failedAt)";

/**
 * Yields the tasks of that partition whose last attempt failed, including dead letters and unreadable rows.
 */
export const failingTasksOf = (partition: TaskPartition): AsyncGenerator<Row> =>
  queryItems(partition, `attribute_exists(lastError) OR ${isDeadLetter}`, {});

/** The write that makes a dead letter due again. Refused if it is no dead letter. */
export const retryDeadLetter = ({ pk, sk }: Key): Update => ({
  update: { pk, sk },
  set: { nextAttemptAt: 0, lockedUntil: 0, attempts: 0, ...alive },
  condition: isDeadLetter,
});

/** The write that deletes a dead letter. Refused if it is no dead letter. */
export const deleteDeadLetter = ({ pk, sk }: Key): Delete => ({
  delete: { pk, sk },
  condition: isDeadLetter,
});

/** Returns the condition that the task was not enqueued again. Rows that are put once have no revision. */
export function hasRevision(revision: unknown) {
  const isSame = "revision = :revision";
  return {
    condition: revision ? isSame : `attribute_not_exists(revision) OR ${isSame}`,
    values: { ":revision": revision || 0 },
  };
}
