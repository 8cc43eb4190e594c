/** The rules of every kind of task: one worker, backoff, dead letters, and no task is lost that is enqueued again while it is done. */
import { InvalidParameterException, NotAuthorizedException } from "@aws-sdk/client-cognito-identity-provider";
import { InvalidCiphertextException } from "@aws-sdk/client-kms";
import { BadRequestException, MessageRejected, TooManyRequestsException } from "@aws-sdk/client-sesv2";
import { expect, test } from "vitest";
import { z } from "zod/mini";
import { closureTask } from "#functions/account/closing/closure-table.ts";
import { emailChangeTask } from "#functions/account/email-change-table.ts";
import { loginIdMailTask } from "#functions/account/login-ids.ts";
import { sessionsTask } from "#functions/account/sessions-to-end.ts";
import { checkoutTask } from "#functions/billing/checkout/checkout-table.ts";
import { customerSyncTask } from "#functions/billing/customer/customer-sync-table.ts";
import { StripeCallError } from "#functions/billing/stripe/call-error.ts";
import { stripeTask } from "#functions/billing/stripe-tasks/stripe-task-table.ts";
import { mailTask } from "#functions/mail/outbox.ts";
import { type Item, transactWrite, updateItem } from "#functions/platform/table.ts";
import { announcementMailTask } from "#functions/releases/announcement-table.ts";
import { ownEnvironment } from "#functions/runtime/environment.ts";
import { HttpError } from "#functions/runtime/http-error.ts";
import { processRows, runTasks, type TaskOutcome } from "#functions/tasks/run.ts";
import { finishOwn, leaseMs, type Task, type TaskKind, type TaskTime } from "#functions/tasks/task.ts";
import { type TaskPartition, taskPartitions } from "#shared/partitions.ts";
import { advance, startPortal } from "../support/portal.ts";
import { counted } from "../support/replies.ts";

const portal = await startPortal();

const task = <T extends Task>(kind: TaskKind<T>, data: Omit<T, keyof Task>) => ({
  kind: kind as unknown as TaskKind<Task>,
  data,
});
/** All but mail, whose rows are put, and closures, which the reconciler may not delete; with some data. */
const tasks = {
  CHECKOUTS: task(checkoutTask, { startedAt: new Date().toISOString() }),
  CUSTOMER_SYNC: task(customerSyncTask, { version: 1 }),
  EMAIL_CHANGES: task(emailChangeTask, { loginId: "taro", sentAt: 1, before: "hash" }),
  LOGIN_ID_MAILS: task(loginIdMailTask, { to: "taro@example.com" }),
  SESSIONS: task(sessionsTask, { loginId: "taro", changedAt: 1 }),
  STRIPE_TASKS: task(stripeTask, { kind: "setup-session", sub: "taro's", since: 1 }),
};
type Partition = keyof typeof tasks;
/** The others, whose rows are put. */
const putTasks = {
  ANNOUNCEMENT_MAILS: task(announcementMailTask, {
    fileType: "plugin",
    version: "1.0.0",
    customer: "taro's",
  }),
  CLOSURES: task(closureTask, { loginId: "taro", state: "closing", closedAt: 1, eraseAt: 2 }),
  OUTBOX: task(mailTask, { template: "email-changed", customer: "taro's", to: "taro@example.com" }),
};
const allTasks: Record<TaskPartition, { kind: TaskKind<Task>; data: object }> = { ...tasks, ...putTasks };
const enqueue = (partition: Partition, sk: string, time?: TaskTime) =>
  tasks[partition].kind.enqueue(sk, tasks[partition].data, time);
const every = Object.keys(tasks) as Partition[];

/** Of a new task, for a test in the reconciler's role. */
function newKey(): string {
  portal.become("reconcile");
  return crypto.randomUUID();
}
const rowOf = (partition: TaskPartition, sk: string) => portal.item(partition, sk);

/** One run for the one task. Returns how often its work was done. */
async function run(
  partition: TaskPartition,
  sk: string,
  outcome: TaskOutcome | Error | (() => Promise<TaskOutcome>),
): Promise<number> {
  let times = 0;
  await runTasks(allTasks[partition].kind, {
    selects: (task) => task.sk === sk,
    failure: "fails",
    work: async () => {
      times += 1;
      if (outcome instanceof Error) throw outcome;
      return typeof outcome === "function" ? outcome() : outcome;
    },
    longestMs: () => 60_000,
  });
  return times;
}

test.each(every)("%s: a task is its writer's for two minutes, then one worker's", async (partition) => {
  const sk = newKey();
  await updateItem(enqueue(partition, sk));
  expect(await run(partition, sk, "done")).toBe(0);
  advance(leaseMs + 1);
  const times = await Promise.all([run(partition, sk, "done"), run(partition, sk, "done")]);
  expect(times.toSorted()).toEqual([0, 1]);
  expect(await rowOf(partition, sk)).toBeUndefined();
});

test.each(every)("%s: a task that is enqueued again while it is done stays", async (partition) => {
  const sk = newKey();
  const first = enqueue(partition, sk, { dueAt: 0 });
  await updateItem(first);
  await run(partition, sk, async () => {
    await updateItem(enqueue(partition, sk));
    return "done";
  });
  expect(await rowOf(partition, sk)).toBeDefined();
  // Nor does the request that enqueued it first delete it.
  expect(await finishOwn(first)).toBe(false);
  advance(leaseMs + 1);
  expect(await run(partition, sk, "done")).toBe(1);
  expect(await rowOf(partition, sk)).toBeUndefined();
});

test.each(every)("%s: a task that is due later is one worker's then", async (partition) => {
  const sk = newKey();
  await updateItem(enqueue(partition, sk, { dueAt: Date.now() + 60_000 }));
  expect(await run(partition, sk, "done")).toBe(0);
  advance(60_001);
  const runs: Promise<number>[] = [];
  let claims = 0;
  // Ends after the other run: what waits is due again at once.
  const work = async () => {
    claims += 1;
    if (claims === 1) await Promise.race(runs);
    return "waiting" as const;
  };
  runs.push(run(partition, sk, work), run(partition, sk, work));
  expect((await Promise.all(runs)).toSorted()).toEqual([0, 1]);
  expect(await run(partition, sk, "done")).toBe(1);
  expect(await rowOf(partition, sk)).toBeUndefined();
});

test("a task that fails waits twice as long each time, up to its longest pause", async () => {
  const sk = newKey();
  await updateItem(enqueue("SESSIONS", sk, { dueAt: 0 }));
  const pauses: number[] = [];
  for (let tries = 0; tries < 6; tries += 1) {
    expect(await run("SESSIONS", sk, new Error("down"))).toBe(1);
    pauses.push(Number((await rowOf("SESSIONS", sk))?.nextAttemptAt) - Date.now());
    advance((pauses.at(-1) ?? 0) + 1);
  }
  expect(pauses).toEqual([5000, 10_000, 20_000, 40_000, 60_000, 60_000]);
});

const ofAws = { message: "…", $metadata: { httpStatusCode: 400 } };
const named = (name: string) => Object.assign(new Error("…"), { name, $metadata: { httpStatusCode: 400 } });
/** Of a row that is not valid. */
const zodError = z.safeParse(z.object({ loginId: z.string() }), {}).error ?? new Error("The row is valid");

/** A due task as a row. It is one customer's, and the announcements' are sent by another function. */
async function putDue(partition: TaskPartition, changes: Item = {}): Promise<string> {
  const sk = newKey();
  if (partition === "ANNOUNCEMENT_MAILS") portal.become("announce");
  const { data } = allTasks[partition];
  await portal.put({ pk: partition, sk, ...data, nextAttemptAt: 0, lockedUntil: 0, attempts: 0, ...changes });
  return sk;
}
/** As another published version of the function does it. */
const asVersion = <T>(version: string, work: () => Promise<T>): Promise<T> =>
  ownEnvironment.run({ ...ownEnvironment.getStore(), AWS_LAMBDA_FUNCTION_VERSION: version }, work);
const rung = (metric: string): number => counted(portal, metric);

test.each([
  ["InvalidParameterException", new InvalidParameterException(ofAws)],
  ["BadRequestException", new BadRequestException(ofAws)],
  ["ValidationException", named("ValidationException")],
  ["InvalidCiphertextException", new InvalidCiphertextException(ofAws)],
  ["invalid: email", new StripeCallError("refused", new Error(), "email_invalid", "invalid: email")],
  ["ZodError", zodError],
])("%s ends a task at once", async (lastError, error) => {
  const sk = await putDue("SESSIONS");
  expect(await run("SESSIONS", sk, error)).toBe(1);
  expect(await rowOf("SESSIONS", sk)).toMatchObject({ lastError, failedAt: new Date().toISOString() });
});

const stripeFailure = new StripeCallError("busy", Object.assign(new Error("…"), { code: "lock_timeout" }));

test.each([
  ["TooManyRequestsException", new TooManyRequestsException(ofAws)],
  ["HttpError unavailable, Error lock_timeout", stripeFailure],
  ["TypeError", new TypeError("taro@example.com is no address")],
])("a row keeps the error of its last failed attempt without its message: %s", async (lastError, error) => {
  const sk = await putDue("SESSIONS");
  await run("SESSIONS", sk, error);
  expect(await rowOf("SESSIONS", sk)).toMatchObject({ lastError, lockedUntil: 0, attempts: 1 });
  advance(60_001);
  await run("SESSIONS", sk, "waiting");
  expect(await rowOf("SESSIONS", sk)).not.toHaveProperty("lastError");
});

test.each([
  // Also of a sender that is not verified, and of SES's sandbox.
  new MessageRejected(ofAws),
  new TooManyRequestsException(ofAws),
  new NotAuthorizedException(ofAws),
  named("AccessDeniedException"),
  named("InternalServerError"),
  new StripeCallError("refused", new Error(), "balance_insufficient"),
  new StripeCallError("busy", new Error(), "lock_timeout"),
  new StripeCallError("unanswered", new Error()),
  new HttpError("unavailable"),
  new TypeError("a defect of ours"),
])("%s may pass: the task is tried again", async (error) => {
  const sk = await putDue("SESSIONS");
  expect(await run("SESSIONS", sk, error)).toBe(1);
  expect(await rowOf("SESSIONS", sk)).not.toHaveProperty("failedAt");
  advance(60_001);
  expect(await run("SESSIONS", sk, "done")).toBe(1);
});

test.each(taskPartitions)("%s: a dead letter rings once; each version tries it once", async (partition) => {
  const isMail = ["ANNOUNCEMENT_MAILS", "LOGIN_ID_MAILS", "OUTBOX"].includes(partition);
  const metric = isMail ? "MailsDeadLettered" : "TasksDeadLettered";
  const other = isMail ? "TasksDeadLettered" : "MailsDeadLettered";
  const sk = await putDue(partition);
  expect(await run(partition, sk, zodError)).toBe(1);
  const dead = { failedAt: expect.any(String), lastError: "ZodError", attempts: 1 };
  expect(await rowOf(partition, sk)).toMatchObject({ ...allTasks[partition].data, ...dead });
  expect([rung(metric), rung(other)]).toEqual([1, 0]);
  advance(30 * 24 * 60 * 60_000);
  expect(await run(partition, sk, "done")).toBe(0);
  expect(await asVersion("2", () => run(partition, sk, zodError))).toBe(1);
  advance(leaseMs + 1);
  expect(await asVersion("2", () => run(partition, sk, "waiting"))).toBe(0);
  expect(await asVersion("3", () => run(partition, sk, "waiting"))).toBe(1);
  expect(Object.keys((await rowOf(partition, sk)) ?? {}).join(" ")).not.toMatch(/\bfailed|\blastError/);
  expect(rung(metric)).toBe(2);
});

test.each(taskPartitions)("%s: a row that cannot be read is a dead letter at once", async (partition) => {
  const sk = await putDue(partition, { attempts: "many" });
  expect(await run(partition, sk, "done")).toBe(0);
  expect(await rowOf(partition, sk)).toMatchObject({ lastError: "ZodError", attempts: "many" });
  expect(rung("MailsDeadLettered") + rung("TasksDeadLettered")).toBe(1);
  advance(leaseMs + 1);
  await run(partition, sk, "done");
  expect(rung("MailsDeadLettered") + rung("TasksDeadLettered")).toBe(1);
});

test.each(every)("%s: a dead letter that is enqueued again is tried again", async (partition) => {
  for (const isKept of [false, true]) {
    const sk = await putDue(partition);
    await run(partition, sk, zodError);
    advance(leaseMs + 1);
    expect(await run(partition, sk, "done")).toBe(0);
    await updateItem(enqueue(partition, sk, { dueAt: 0, isKept }));
    expect(await run(partition, sk, "done")).toBe(1);
    expect(await rowOf(partition, sk)).toBeUndefined();
  }
});

test("a task that is enqueued again while it fails for good is no dead letter", async () => {
  const sk = await putDue("SESSIONS");
  await run("SESSIONS", sk, async () => {
    await updateItem(enqueue("SESSIONS", sk, { dueAt: 0 }));
    throw zodError;
  });
  expect(await rowOf("SESSIONS", sk)).not.toHaveProperty("failedAt");
  expect(rung("TasksDeadLettered")).toBe(0);
  expect(await run("SESSIONS", sk, "done")).toBe(1);
});

test("a task that waits is looked at by the next run, and counts no attempts", async () => {
  const sk = newKey();
  await updateItem(enqueue("EMAIL_CHANGES", sk, { dueAt: 0 }));
  for (let runs = 0; runs < 3; runs += 1) {
    expect(await run("EMAIL_CHANGES", sk, "waiting")).toBe(1);
    expect(await rowOf("EMAIL_CHANGES", sk)).toMatchObject({
      attempts: 0,
      nextAttemptAt: Date.now(),
      lockedUntil: 0,
    });
  }
});

test("the writes of a task's end are made with its deletion, or not at all", async () => {
  const sk = newKey();
  await updateItem(enqueue("SESSIONS", sk, { dueAt: 0 }));
  const refused = { check: { pk: "SESSIONS", sk: newKey() }, condition: "attribute_exists(pk)" } as const;
  await run("SESSIONS", sk, [refused]);
  expect(await rowOf("SESSIONS", sk)).toBeDefined();
  advance(leaseMs + 1);
  await run("SESSIONS", sk, [{ ...refused, condition: "attribute_not_exists(pk)" }]);
  expect(await rowOf("SESSIONS", sk)).toBeUndefined();
});

test("a request that enqueues a task again puts its time off only where it says so", async () => {
  const sk = newKey();
  await transactWrite([enqueue("STRIPE_TASKS", sk, { dueAt: 5 })]);
  await transactWrite([enqueue("STRIPE_TASKS", sk, { dueAt: 7, isKept: true })]);
  expect(await rowOf("STRIPE_TASKS", sk)).toMatchObject({ nextAttemptAt: 5 });
  await transactWrite([enqueue("STRIPE_TASKS", sk, { dueAt: 7 })]);
  expect(await rowOf("STRIPE_TASKS", sk)).toMatchObject({ nextAttemptAt: 7 });
});

test("rows are processed in order; one that fails or is unreadable delays no other", async () => {
  async function* rows() {
    for (const rank of [3, 1, 2]) yield { pk: "P", sk: `row${rank}`, rank };
    yield { pk: "SESSIONS", sk: "11111111-2222-4333-8444-555555555555" };
    yield { pk: "P", sk: "another run's", rank: 4 };
  }
  const taken: number[] = [];
  const { tried, failed } = await processRows({
    rows: rows(),
    parse: ({ rank }) => {
      if (typeof rank !== "number") throw new Error("no rank");
      return { rank };
    },
    order: (one, other) => one.rank - other.rank,
    settle: async ({ rank }) => {
      taken.push(rank);
      if (rank === 1) throw new Error("fails");
      return rank !== 4;
    },
    failure: "row could not be settled",
  });
  expect([taken, tried, failed]).toEqual([[1, 2, 3, 4], 3, [{ rank: 1 }]]);
  expect(portal.logged.join("")).toContain('"customer":"11111111-2222-4333-8444-555555555555"');
});

test("a run reads no more rows than its memory has room for, however many are due", async () => {
  let read = 0;
  async function* rows() {
    for (; ; read += 1) yield { pk: "P", sk: `row${read}` };
  }
  const { tried } = await processRows({
    rows: rows(),
    parse: ({ sk }) => sk,
    order: () => 0,
    settle: async () => true,
    failure: "row could not be settled",
  });
  expect([tried, read]).toEqual([20_000, 20_000]);
});
