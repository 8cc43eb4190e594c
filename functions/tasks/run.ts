/** Processes rows concurrently: due tasks, and other rows that jobs find. */
import pMap from "p-map";
import { customerOf } from "#functions/platform/erased-customers.ts";
import { type Item, ignoreErased, type Row, type Write } from "#functions/platform/table.ts";
import type { LogFields } from "#functions/runtime/context.ts";
import { log } from "#functions/runtime/log.ts";
import { runAndLogFailure } from "#functions/runtime/run-and-log-failure.ts";
import { deadLetterIfPermanent } from "./dead-letter.ts";
import { finish, leased, postpone, type Task, type TaskKind } from "./task.ts";

/** Time limit of one run for one kind of row. The next run begins with the rest. */
const timeMs = 120_000;
const atOnce = 4;
/** Most rows that one run reads. If more are due, later runs read the rest. */
const mostRows = 20_000;

/** `tried` excludes rows leased elsewhere. */
interface RunSummary<T> {
  tried: number;
  failed: T[];
}

interface Rows<T> {
  rows: AsyncIterable<Item> | Iterable<Item>;
  parse(item: Item): T;
  /** Called for a row that `parse` throws for. */
  handleUnreadable?(row: Row, error: unknown): Promise<unknown>;
  /** A compare function for `toSorted`. */
  order(one: T, other: T): number;
  /** Returns false if another run has the row. After an error, the other rows are processed anyway. */
  settle(row: T): Promise<unknown>;
  /** Log event of a failed row. */
  failure: string;
  /** False for rows with an alarm of their own. */
  isCounted?: boolean;
}

const isRow = (item: Item): item is Row => typeof item.pk === "string";

/** Processes rows concurrently, in the given order. */
export async function processRows<T>({
  rows,
  parse,
  handleUnreadable,
  order,
  settle,
  failure,
  isCounted,
}: Rows<T>): Promise<RunSummary<T>> {
  const run: RunSummary<T> = { tried: 0, failed: [] };
  const read: { value: T; fields: LogFields }[] = [];
  for await (const item of rows) {
    if (read.length === mostRows) {
      log("warn", "more rows are due than one run reads", { failure });
      break;
    }
    const fields = { row: String(item.sk), customer: isRow(item) ? customerOf(item)[0] : undefined };
    const readRow = async () => {
      try {
        read.push({ value: parse(item), fields });
      } catch (error) {
        if (isRow(item)) await handleUnreadable?.(item, error);
        throw error;
      }
    };
    await runAndLogFailure(failure, readRow, fields, isCounted);
  }
  const until = performance.now() + timeMs;
  async function process({ value, fields }: (typeof read)[number]): Promise<void> {
    if (performance.now() >= until) return;
    let isOurs = true;
    const work = async () => {
      isOurs = (await settle(value)) !== false;
    };
    if (!(await runAndLogFailure(failure, () => ignoreErased(work), fields, isCounted)))
      run.failed.push(value);
    if (isOurs) run.tried += 1;
  }
  const inOrder = read.toSorted((one, other) => order(one.value, other.value));
  await pMap(inOrder, process, { concurrency: atOnce });
  return run;
}

/**
 * The result of a task's work. `done`, or further writes: the task is deleted, together with them. `waiting`:
 * the next run tries again. A date: the first run after it tries again. `moved`: the work has changed the row
 * to its next state.
 */
export type TaskOutcome = "done" | "waiting" | "moved" | Date | readonly Write[];

interface TaskRun<T> extends Pick<Rows<T>, "failure" | "isCounted"> {
  work(task: T): Promise<TaskOutcome>;
  /** Selects among the due tasks; by default all. */
  selects?(task: T): boolean;
  /** Longest pause after a failure; a day by default. */
  longestMs?(task: T): number;
}

/** Does the due tasks of a kind. */
export const runTasks = <T extends Task>(
  kind: TaskKind<T>,
  { work, selects = () => true, longestMs, ...rest }: TaskRun<T>,
): Promise<RunSummary<T>> =>
  processRows<T>({
    rows: kind.due(),
    parse: kind.parse,
    handleUnreadable: deadLetterIfPermanent,
    order: byTurn,
    settle: async (task) =>
      selects(task) && (await leased(task, (claimed) => settle(claimed, work), longestMs?.(task))) === true,
    ...rest,
  });

/** Tasks with fewer attempts first, then those that have been due for longest. */
const byTurn = (one: Task, other: Task): number =>
  one.attempts - other.attempts || one.nextAttemptAt - other.nextAttemptAt;

async function settle<T extends Task>(claimed: T, work: (task: T) => Promise<TaskOutcome>): Promise<true> {
  const outcome = await work(claimed);
  if (outcome === "waiting") await postpone(claimed);
  else if (outcome instanceof Date) await postpone(claimed, outcome);
  else if (outcome !== "moved") await finish(claimed, outcome === "done" ? [] : outcome);
  return true;
}
