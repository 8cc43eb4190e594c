/** The reconciler makes a task that cannot succeed a dead letter in one run; an operator lists it, and has it tried again. */
import { beforeEach, expect, test } from "vitest";
import { stripeFailureOf } from "#functions/billing/stripe/call-error.ts";
import { setDefaultCard, updateCustomer } from "#functions/billing/stripe/customers.ts";
import { type TaskPartition, taskPartitions } from "#shared/partitions.ts";
import { startOperator } from "#test/scripts/support/operator.ts";
import { advance } from "../support/portal.ts";

const desk = await startOperator();
const { portal } = desk;
const customer = "11111111-2222-4333-8444-555555555555";
const tooLong = `${"a".repeat(64)}@${"b".repeat(63)}.${"c".repeat(63)}.${"d".repeat(57)}.jp`;

beforeEach(() => portal.reset());

const putDue = (pk: TaskPartition, sk: string, row: Record<string, unknown>) =>
  portal.put({ pk, sk, nextAttemptAt: 0, lockedUntil: 0, attempts: 0, ...row });

/** A mail that was written an hour ago. */
async function putMail(to: string): Promise<string> {
  const sk = `${new Date(Date.now() - 60 * 60_000).toISOString()}#mail`;
  await putDue("OUTBOX", sk, { template: "account-erased", customer, to });
  return sk;
}

test("mails that SES or Cognito never take are found in one run, and not tried again", async () => {
  const sk = await putMail("not an address");
  await putDue("LOGIN_ID_MAILS", "too-long", { to: tooLong });
  await desk.reconcile();
  const dead = { failedAt: new Date().toISOString(), attempts: 1 };
  expect(await portal.item("OUTBOX", sk)).toMatchObject({ lastError: "BadRequestException", ...dead });
  const lastError = "InvalidParameterException";
  expect(await portal.item("LOGIN_ID_MAILS", "too-long")).toMatchObject({ lastError, ...dead });
  expect(portal.logged.join("")).toContain('"OutboxAge":0');
  portal.requests.clear();
  advance(25 * 60 * 60_000);
  await desk.reconcile();
  expect([...portal.requests.list("ses"), ...portal.requests.list("cognito")]).toEqual([]);
  expect(portal.logged.join("")).not.toContain(tooLong);
});

test("a mail waits while SES fails", async () => {
  const sk = await putMail("taro@example.com");
  portal.faults.add({ service: "ses", status: 500, times: 9 });
  await desk.reconcile();
  portal.faults.clear();
  expect(await portal.item("OUTBOX", sk)).not.toHaveProperty("failedAt");
  expect(portal.logged.join("")).toContain('"OutboxAge":3600');
});

test("an unreadable row of each kind of task is found in one run", async () => {
  // Announcements have their own job.
  const kinds = taskPartitions.filter((kind) => kind !== "ANNOUNCEMENT_MAILS");
  for (const kind of kinds) await putDue(kind, "unreadable", { attempts: "many" });
  await desk.reconcile();
  for (const kind of kinds)
    expect(await portal.item(kind, "unreadable"), kind).toMatchObject({ lastError: "ZodError" });
});

test("a change that Stripe can never take is no dead letter", async () => {
  const owner = await desk.createStandardCustomer();
  await desk.changeProfile(owner, { billingPhoneNumber: "0".repeat(21) });
  await putDue("CUSTOMER_SYNC", owner.sub, { version: 1 });
  await desk.reconcile();
  expect(await portal.item("CUSTOMER_SYNC", owner.sub)).toBeUndefined();
});

test("a refusal of Stripe's is permanent if it names a parameter, whatever Stripe has", async () => {
  const { id } = await desk.stripe.customers.create({ name: "株式会社テスト商事" });
  portal.become("reconcile");
  const address = { postalCode: "100-0001", prefecture: "東京都", city: "港区", streetAddress: "1-1" };
  const details = { name: "x", email: "taro@example.jp", ...address };
  const refused = async (work: Promise<unknown>) => (await stripeFailureOf(work))?.details.permanentCode;
  expect(await refused(updateCustomer(id, { ...details, phone: "0".repeat(21) }))).toBe("invalid: phone");
  expect(await refused(updateCustomer("cus_gone", { ...details, phone: "" }))).toBeUndefined();
  expect(await refused(setDefaultCard(id, "pm_gone"))).toBeUndefined();
  for (const status of [400, 402, 429, 500]) {
    portal.faults.add({ service: "stripe", status, times: 2 });
    expect(await refused(setDefaultCard(id, "pm_gone")), `${status}`).toBeUndefined();
    portal.faults.clear();
  }
});

const listed = async (): Promise<Record<string, unknown>[]> =>
  JSON.parse(await desk.run("tasks", "--json")).tasks;
const reason = ["--reason", "住所を直した"];

test("an operator sees the dead letters without an address, and has one tried again", async () => {
  expect(await desk.run("tasks")).toBe("No task has failed.");
  const sk = await putMail("not an address");
  await desk.reconcile();
  const dead = { attempts: 1, failedAt: new Date().toISOString(), lastError: "BadRequestException" };
  expect(await listed()).toEqual([{ kind: "OUTBOX", key: sk, customer, ...dead }]);
  expect(await desk.run("tasks")).not.toContain("not an address");
  await portal.put({ ...(await portal.item("OUTBOX", sk)), pk: "OUTBOX", sk, to: "taro@example.com" });
  await desk.run("retry-task", "OUTBOX", sk, ...reason);
  expect(await listed()).toEqual([]);
  await desk.reconcile();
  expect(portal.inbox.list("taro@example.com")).toHaveLength(1);
  expect(await portal.item("OUTBOX", sk)).toBeUndefined();
  const actions = (await portal.partition(`CUSTOMER#${customer}`)).map(({ action }) => action);
  expect(actions).toEqual(["looked-up", "looked-up", "task-retried"]);
});

test("an operator sees a task that is tried again, with its error and its next attempt", async () => {
  const sk = await putMail("taro@example.com");
  portal.faults.add({ service: "ses", status: 500, times: 9 });
  await desk.reconcile();
  portal.faults.clear();
  const [{ lastError, nextAttemptAt, ...task } = {}] = await listed();
  expect(task).toEqual({ kind: "OUTBOX", key: sk, customer, attempts: 1 });
  expect(await portal.item("OUTBOX", sk)).toMatchObject({ lastError, nextAttemptAt });
  const printed = await desk.run("tasks");
  expect(printed).toContain(`${lastError}  next attempt at `);
  expect(printed).not.toContain("taro@example.com");
});

test("a licence key whose mail is a dead letter is mailed again on request", async () => {
  const owner = await desk.signedUp();
  const { licenceKey: encryptedLicenceKey } = (await desk.secretsOf(owner)) ?? {};
  const mail = { template: "licence-key", customer: owner.sub, to: owner.email, encryptedLicenceKey };
  const failedAt = new Date().toISOString();
  await putDue("OUTBOX", `${failedAt}#key`, { ...mail, failedAt });
  const answer = JSON.parse(await desk.run("resend-licence-key", owner.loginId, "--json"));
  expect(answer).toMatchObject({ waited: false });
});

test("an operator gives a dead letter up, but no task that is still tried", async () => {
  const [dead, waiting] = [await putMail("not an address"), "2026-01-01T00:00:00.000Z#waits"];
  await desk.reconcile();
  await putDue("OUTBOX", waiting, { template: "account-erased", customer, to: "taro@example.com" });
  const refusal = `There is no dead letter OUTBOX ${waiting}`;
  for (const command of ["retry-task", "delete-task"])
    await desk.expectNothingWritten(() =>
      expect(desk.run(command, "OUTBOX", waiting, ...reason)).rejects.toThrow(refusal),
    );
  await desk.run("delete-task", "OUTBOX", dead, ...reason);
  expect((await portal.partition("OUTBOX")).map(({ sk }) => sk)).toEqual([waiting]);
  await expect(desk.run("delete-task", "OUTBOX", dead, ...reason)).rejects.toThrow("There is no dead letter");
});
