/** Accounts that were confirmed and never registered: their owner closes them, or they are erased after 30 days. */
import { describe, expect, test } from "vitest";
import { handler as exportUsers } from "#functions/jobs/export-users.ts";
import * as awsClients from "#functions/platform/aws-clients.ts";
import { disableAccount } from "#test/functions/support/accounts.ts";
import { customerCalls } from "#test/functions/support/customer-calls.ts";
import { contextOf } from "#test/functions/support/events.ts";
import { startLeaving } from "#test/functions/support/leaving.ts";
import type { Payer } from "#test/functions/support/paying.ts";
import { newPerson, signupOf } from "#test/functions/support/people.ts";
import { advance } from "#test/functions/support/portal.ts";
import { verifyPhone } from "#test/functions/support/verified-phone.ts";

const leaving = await startLeaving();
const { portal, close, dayMs } = leaving;
const customers = customerCalls(portal);

function newUnregistered(): Payer {
  const person = newPerson();
  portal.seedAccount(person);
  return { ...person, customerId: "none" };
}

const register = async (person: Payer) =>
  customers.post(person, signupOf(person, await verifyPhone(portal, person)));
const closureOf = async ({ sub }: Payer) => (await portal.item("CLOSURES", sub))?.state;

/** The daily run. */
async function findAbandoned(): Promise<void> {
  portal.become("export-users");
  expect((await exportUsers(undefined as never, contextOf("export-users"))).isComplete).toBe(true);
}

describe("closed by its owner", () => {
  test("it ends at once with a mail, cannot be registered, and is erased after 30 days", async () => {
    const person = newUnregistered();
    await leaving.signIn(person);
    const verified = await verifyPhone(portal, person);
    // The closing is recorded, and the account still lives.
    portal.faults.add({ service: "cognito", operation: "AdminDisableUser", status: 500, times: 3 });
    const first = await close(person);
    expect(first.status).toBe(200);
    portal.faults.clear();
    const late = await customers.post(person, signupOf(person, verified));
    expect([late.status, await leaving.recordOf(person)]).toEqual([401, undefined]);
    await leaving.reconcileLater();
    expect([
      await leaving.accountState(person),
      await closureOf(person),
      leaving.subjectsTo(person.email),
    ]).toEqual(["disabled", "closed", ["退会手続きのお知らせ"]]);
    // The answer was lost: the same again.
    expect((await close(person)).text).toBe(first.text);
    advance(29 * dayMs);
    await leaving.runRetention();
    expect(await leaving.accountState(person)).toBe("disabled");
    advance(2 * dayMs);
    await leaving.runRetention();
    await leaving.reconcile();
    await leaving.expectErased(person, "never registered");
    expect((await close(person)).status).toBe(401);
  });

  test("the mail that SES refused at first is sent by the reconciler", async () => {
    const person = newUnregistered();
    customers.failSes(9);
    expect((await close(person)).status).toBe(200);
    portal.faults.clear();
    await leaving.reconcileLater();
    expect(leaving.subjectsTo(person.email)).toEqual(["退会手続きのお知らせ"]);
    expect(portal.inbox.list(person.email)[0]?.text).toContain("ご利用いただいたお客様");
  });

  test("closing and registering at once: one of the two", async () => {
    const person = newUnregistered();
    const verified = await verifyPhone(portal, person);
    const [registered, closed] = await Promise.all([
      customers.post(person, signupOf(person, verified)),
      close(person),
    ]);
    const record = await leaving.recordOf(person);
    expect([registered.status === 200, closed.status === 200]).toEqual([
      record !== undefined,
      (await closureOf(person)) !== undefined,
    ]);
    expect(registered.status === 200 && closed.status === 200 && record?.closedAt === undefined).toBe(false);
  });
});

describe("left alone", () => {
  test("it is erased after 30 days with a mail; customers, newer accounts and disabled ones stay", async () => {
    const [left, disabled, customer] = [newUnregistered(), newUnregistered(), await leaving.newOwner()];
    await disableAccount(portal, disabled);
    advance(29 * dayMs);
    const newer = newUnregistered();
    await findAbandoned();
    expect(await closureOf(left)).toBeUndefined();
    advance(2 * dayMs);
    await findAbandoned();
    await leaving.runRetention();
    await leaving.reconcile();
    expect(leaving.subjectsTo(left.email)).toEqual(["データ消去のお知らせ"]);
    expect(await Promise.all([left, disabled, newer, customer].map(leaving.accountState))).toEqual([
      "gone",
      "disabled",
      "enabled",
      "enabled",
    ]);
  });

  test("its owner can register until it is erased, and can close it", async () => {
    const [registering, closing] = [newUnregistered(), newUnregistered()];
    advance(31 * dayMs);
    await findAbandoned();
    expect((await register(registering)).status).toBe(200);
    expect((await close(closing)).status).toBe(200);
    await leaving.reconcileLater();
    await leaving.runRetention();
    expect([await closureOf(registering), await closureOf(closing)]).toEqual([undefined, "closed"]);
    await customers.expectRegisteredOnce(registering);
  });

  test("its owner cannot register once the erasure has begun", async () => {
    const person = newUnregistered();
    advance(31 * dayMs);
    await findAbandoned();
    portal.faults.add({ service: "cognito", operation: "AdminDisableUser", status: 500, times: 99 });
    await expect(leaving.runRetention()).rejects.toThrow("could not be erased");
    portal.faults.clear();
    expect((await register(person)).status).toBe(401);
    advance(dayMs);
    await leaving.runRetention();
    expect(await leaving.accountState(person)).toBe("gone");
  });

  test("its owner registers in the moment of the erasure: one of the two", async () => {
    const person = newUnregistered();
    advance(31 * dayMs);
    await findAbandoned();
    const verified = await verifyPhone(portal, person);
    portal.become("retention");
    let registered: number | undefined;
    awsClients.dynamodb().middlewareStack.add(
      (next, { commandName }) =>
        async (args) => {
          if (commandName === "TransactWriteItemsCommand" && registered === undefined) {
            registered = 0;
            registered = (await customers.post(person, signupOf(person, verified))).status;
            portal.become("retention");
          }
          return next(args);
        },
      { step: "initialize", name: "register" },
    );
    await leaving.runRetention();
    awsClients.dynamodb().middlewareStack.remove("register");
    expect(registered).toBe(200);
    expect(await closureOf(person)).toBeUndefined();
    await customers.expectRegisteredOnce(person);
  });
});
