/** An operator gives a closed account back. */
import { expect, test } from "vitest";
import { handler as retention } from "#functions/jobs/retention.ts";
import { dayMs } from "#shared/durations.ts";
import { accountState } from "#test/functions/support/accounts.ts";
import { contextOf } from "#test/functions/support/events.ts";
import { newPerson } from "#test/functions/support/people.ts";
import { advance } from "#test/functions/support/portal.ts";
import type { Owner } from "#test/functions/support/world/customers.ts";
import { life, makeConnectionsMortal } from "#test/scripts/support/fault-injection.ts";
import { startOperator } from "#test/scripts/support/operator.ts";

const desk = await startOperator();
const { portal } = desk;
makeConnectionsMortal(portal);

const close = (owner: Owner) => portal.call("account", { by: owner, body: { operation: "close" } });
const restore = ({ loginId }: Owner) =>
  desk.run("restore-account", loginId, "--reason", "ご本人の申し出による取り消し");

async function closeWholly(owner: Owner): Promise<void> {
  expect((await close(owner)).status).toBe(200);
  await desk.reconcileLater();
}
async function newClosed(): Promise<Owner> {
  const owner = await desk.createCustomer();
  await closeWholly(owner);
  return owner;
}

function runRetention() {
  portal.become("retention");
  return retention(undefined as never, contextOf("retention"));
}

/** An erasure that has begun and broke off: nothing of the profile is gone yet. */
async function beginErasure(): Promise<void> {
  portal.faults.add({ service: "cognito", operation: "AdminDisableUser", status: 500, times: 9 });
  await expect(runRetention()).rejects.toThrow("could not be erased");
  portal.faults.clear();
}

test("a restored customer signs in, and is not erased; closed again, time begins anew", async () => {
  const owner = await newClosed();
  advance(29 * dayMs);
  await restore(owner);
  expect(await accountState(portal, owner)).toBe("enabled");
  expect(await desk.profileOf(owner)).not.toHaveProperty("closedAt");
  expect(await desk.trailOf(owner)).toContainEqual(
    expect.objectContaining({ action: "account-restored", reason: "ご本人の申し出による取り消し" }),
  );
  advance(2 * dayMs);
  expect(await runRetention()).toMatchObject({ erased: 0 });
  expect(await desk.userRecordOf(owner)).toBeDefined();
  await expect(restore(owner)).rejects.toThrow("is not closed");

  await closeWholly(owner);
  advance(29 * dayMs);
  expect(await runRetention()).toMatchObject({ erased: 0 });
  advance(2 * dayMs);
  expect(await runRetention()).toMatchObject({ erased: 1 });
  await expect(restore(owner)).rejects.toThrow("There is no account");
});

test("a standard plan given to a closed account is there when it is restored", async () => {
  const [owner] = await desk.createPayer("card");
  await closeWholly(owner);
  await desk.run("change-plan", owner.loginId, "standard", "--reason", "ご依頼により");
  await restore(owner);
  await desk.reconcile();
  expect(await desk.contractOf(owner)).toMatchObject({ plan: "standard", status: "provided" });
});

test("an account that was never registered is given back, and can be closed again", async () => {
  const person = { ...newPerson(), customerId: "none" };
  await closeWholly(person);
  await restore(person);
  expect(await accountState(portal, person)).toBe("enabled");
  await expect(restore(person)).rejects.toThrow("is not closed");
  expect((await close(person)).status).toBe(200);
});

test("not while the closing is under way, nor once the erasure has begun", async () => {
  const owner = await desk.createCustomer();
  await close(owner);
  await expect(restore(owner)).rejects.toThrow("The closing is not complete yet");
  await desk.reconcileLater();
  advance(31 * dayMs);
  await beginErasure();
  await expect(desk.expectNothingWritten(() => restore(owner))).rejects.toThrow("The erasure has begun");
});

/** Begins `work`, whose next call of that name reaches the table only after `meanwhile`. */
async function whileItWaits(
  command: string,
  work: () => Promise<unknown>,
  meanwhile: () => Promise<unknown>,
) {
  const [arrived, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  life.before.set(command, () => {
    arrived.resolve();
    return released.promise;
  });
  const [outcome] = await Promise.allSettled([
    work(),
    arrived.promise.then(meanwhile).then(() => released.resolve()),
  ]);
  return outcome.status;
}

test("an account erased during its restoration stays erased, and the other way round", async () => {
  const erased = await newClosed();
  advance(31 * dayMs);
  const refused = await whileItWaits("TransactWriteItemsCommand", () => restore(erased), beginErasure);
  expect(refused).toBe("rejected");
  expect(await accountState(portal, erased)).toBe("disabled");
  advance(dayMs);
  await runRetention();
  expect(await accountState(portal, erased)).toBe("gone");
  expect(await desk.profileOf(erased)).toBeUndefined();

  const closedCustomer = await newClosed();
  advance(31 * dayMs);
  const done = await whileItWaits("UpdateItemCommand", runRetention, () => restore(closedCustomer));
  expect(done).toBe("fulfilled");
  expect(await accountState(portal, closedCustomer)).toBe("enabled");
  expect(await desk.profileOf(closedCustomer)).toBeDefined();
  expect(await portal.item("CLOSURES", closedCustomer.sub)).toBeUndefined();
});

test("broken off before the account was enabled, the next run goes on", async () => {
  const owner = await newClosed();
  portal.faults.add({ service: "cognito", operation: "AdminEnableUser", status: 500, times: 9 });
  await expect(restore(owner)).rejects.toThrow();
  portal.faults.clear();
  expect(await accountState(portal, owner)).toBe("disabled");
  await restore(owner);
  expect(await accountState(portal, owner)).toBe("enabled");
});
