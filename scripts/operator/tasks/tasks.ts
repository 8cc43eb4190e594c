/**
 * `npm run admin -- tasks`, `retry-task` and `delete-task`. A task whose last attempt failed is tried again later, or
 * it is a dead letter, which cannot succeed as it is.
 */
import { customerOf } from "#functions/platform/erased-customers.ts";
import { getItem, type Row, type Write } from "#functions/platform/table.ts";
import { deleteDeadLetter, failingTasksOf, retryDeadLetter } from "#functions/tasks/dead-letter.ts";
import { type TaskPartition, taskPartitions } from "#shared/partitions.ts";
import { writeAudit } from "../audit.ts";
import { type ChangingCommand, CommandRefused, type ReadingCommand } from "../command.ts";
import { writeOrRefuse } from "../rows.ts";
import { inTokyo, table } from "../show.ts";

/** Not parsed, because the row may be unreadable. */
interface FailingTask {
  kind: TaskPartition;
  key: string;
  /** The customer's `sub`; undefined for a task about nobody. */
  customer: string | undefined;
  attempts: number;
  lastError: string;
  /** ISO 8601: when it became a dead letter. Undefined while it is tried again. */
  failedAt?: string;
  /** Milliseconds since the epoch. Undefined for a dead letter. */
  nextAttemptAt?: number;
}
type DeadLetter = FailingTask & { failedAt: string };

const header = ["kind", "key", "customer", "attempts", "error", "state"];

export const listTasks: ReadingCommand = {
  purpose:
    "Lists the tasks whose last attempt failed: dead letters, which cannot succeed as they are, first.",
  takes: [],
  async run() {
    const found = await Promise.all(taskPartitions.map((kind) => Array.fromAsync(failingTasksOf(kind))));
    const all = found.flat().map(failingTaskIn);
    const tasks = [...all.filter(isDeadLetter), ...all.filter((task) => !isDeadLetter(task))];
    const customers = new Set(tasks.flatMap(({ customer }) => customer ?? []));
    for (const sub of customers) await writeAudit(sub, "looked-up");
    const lines = tasks.map((task) => {
      const { kind, key, customer = "-", attempts, lastError } = task;
      return [kind, key, customer, String(attempts), lastError, stateOf(task)];
    });
    const text = lines.length > 0 ? table([header, ...lines]) : "No task has failed.";
    return { text, data: { tasks } };
  },
};

const isDeadLetter = (task: FailingTask): task is DeadLetter => task.failedAt !== undefined;

const stateOf = (task: FailingTask): string =>
  isDeadLetter(task)
    ? `dead letter since ${inTokyo(task.failedAt)}`
    : `next attempt at ${inTokyo(task.nextAttemptAt ?? 0)}`;

/** Retried by `release announce`, and by another request for the login IDs. */
const retriedElsewhere: readonly TaskPartition[] = ["ANNOUNCEMENT_MAILS", "LOGIN_ID_MAILS"];
const kinds = taskPartitions.filter((kind) => !retriedElsewhere.includes(kind));
const takes = [kinds.join("|"), "key"] as const;

export const retryTask: ChangingCommand = {
  purpose: "Has a dead letter tried again by the next run of the reconciler, once its cause is mended.",
  takes,
  requires: ["reason"],
  async plan([kind = "", key = ""], { runNow }) {
    const letter = await readDeadLetter(kind, key);
    return {
      steps: () => [`Try ${describe(letter)} again.`],
      async apply() {
        await change(letter, "task-retried", retryDeadLetter);
        const text = `${kind} ${key} is tried again within 5 minutes; at once with: ${runNow("reconcile")}`;
        return { text, data: letter };
      },
    };
  },
};

export const deleteTask: ChangingCommand = {
  purpose: "Gives up a dead letter, once its work is done by hand or nobody needs it.",
  takes,
  requires: ["reason"],
  async plan([kind = "", key = ""]) {
    const letter = await readDeadLetter(kind, key);
    return {
      steps: () => [`Delete ${describe(letter)}. Nothing does its work any more.`],
      confirmWith: key,
      async apply() {
        await change(letter, "task-deleted", deleteDeadLetter);
        return { text: `${kind} ${key} is deleted.`, data: letter };
      },
    };
  },
};

/** Throws `CommandRefused` if there is none, or if it names no customer: the change needs an audit trail. */
async function readDeadLetter(kind: string, key: string): Promise<DeadLetter & { customer: string }> {
  const pk = kinds.find((each) => each === kind);
  const item = pk && (await getItem({ pk, sk: key }));
  if (item === undefined || pk === undefined) throw new CommandRefused(noDeadLetter(kind, key));
  const letter = failingTaskIn({ ...item, pk, sk: key });
  if (!isDeadLetter(letter)) throw new CommandRefused(noDeadLetter(kind, key));
  const { customer } = letter;
  if (customer === undefined)
    throw new CommandRefused(`${kind} ${key} names no customer: mend its row first.`);
  return { ...letter, customer };
}

const noDeadLetter = (kind: string, key: string): string =>
  `There is no dead letter ${kind} ${key}: see npm run admin -- tasks`;

async function change(
  { kind, key, customer, lastError }: DeadLetter & { customer: string },
  action: "task-deleted" | "task-retried",
  write: (row: { pk: TaskPartition; sk: string }) => Write,
): Promise<void> {
  // The customer may be an erased one, who still has a trail.
  await writeAudit(customer, action, { task: kind, lastError });
  await writeOrRefuse([write({ pk: kind, sk: key })], noDeadLetter(kind, key));
}

const failingTaskIn = (row: Row): FailingTask => ({
  kind: row.pk as TaskPartition,
  key: row.sk,
  customer: customerOf(row)[0],
  attempts: Number(row.attempts),
  lastError: String(row.lastError),
  ...(row.failedAt === undefined
    ? { nextAttemptAt: Number(row.nextAttemptAt) }
    : { failedAt: String(row.failedAt) }),
});

const describe = ({ kind, key, failedAt, lastError }: DeadLetter): string =>
  `${kind} ${key}, which failed at ${inTokyo(failedAt)} with ${lastError}`;
