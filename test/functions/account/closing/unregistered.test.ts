/** Accounts that were confirmed and never registered: their owner closes them, or they are erased after 37 days. */

import { beforeEach, describe, expect, test } from "vitest";
import * as awsClients from "#functions/platform/aws-clients.ts";
import { dayMs } from "#shared/durations.ts";
import { accountState, disableAccount } from "#test/functions/support/accounts.ts";
import { onCommand } from "#test/functions/support/on-command.ts";
import { signupOf } from "#test/functions/support/people.ts";
import { advance } from "#test/functions/support/portal.ts";
import { verifyPhone } from "#test/functions/support/verified-phone.ts";
import type { Owner } from "#test/functions/support/world/customers.ts";
import { startWorld } from "#test/functions/support/world/world.ts";

const world = await startWorld();
const { portal, closeAccount: close } = world;

const newUnregistered = (): Owner => ({ ...portal.newAccount(), customerId: "none" });
const register = async (person: Owner) =>
  world.postUser(person, signupOf(person, await verifyPhone(portal, person)));
const closureOf = async ({ sub }: Owner) => (await portal.item("CLOSURES", sub))?.state;

async function findAbandoned(): Promise<void> {
  expect((await world.runExportUsers()).isComplete).toBe(true);
}

/** A week later, everything was looked at once more. */
async function endGrace(): Promise<void> {
  advance(7 * dayMs);
  await findAbandoned();
}

beforeEach(async () => {
  await portal.reset();
  // A portal without any customer has lost its profiles.
  await world.createCustomer();
});

describe("closed by its owner", () => {
  test("it ends at once with a mail, cannot be registered, and is erased after 30 days", async () => {
    const person = newUnregistered();
    await world.recordSignIn(person);
    const verified = await verifyPhone(portal, person);
    // The closing is recorded, the account still lives, and the mail waits for the reconciler.
    portal.faults.add({ service: "cognito", operation: "AdminDisableUser", status: 500, times: 3 });
    world.failSes(9);
    const first = await close(person);
    expect(first.status).toBe(200);
    portal.faults.clear();
    const late = await world.postUser(person, signupOf(person, verified));
    expect([late.status, await world.profileOf(person)]).toEqual([401, undefined]);
    await world.reconcileLater();
    expect([await accountState(portal, person), await closureOf(person)]).toEqual(["disabled", "closed"]);
    expect(world.subjectsTo(person.email)).toEqual(["退会手続きのお知らせ"]);
    expect(portal.inbox.list(person.email)[0]?.text).toContain("ご利用いただいたお客様");
    // The answer was lost: the same again.
    expect((await close(person)).text).toBe(first.text);
    advance(29 * dayMs);
    await world.runRetention();
    expect(await accountState(portal, person)).toBe("disabled");
    advance(2 * dayMs);
    await world.runRetention();
    await world.reconcile();
    await world.expectErased(person);
    expect((await close(person)).status).toBe(401);
  });

  test("closing and registering at once: one of the two", async () => {
    const person = newUnregistered();
    const verified = await verifyPhone(portal, person);
    const [registered, closed] = await Promise.all([
      world.postUser(person, signupOf(person, verified)),
      close(person),
    ]);
    const profile = await world.profileOf(person);
    expect([registered.status === 200, closed.status === 200]).toEqual([
      profile !== undefined,
      (await closureOf(person)) !== undefined,
    ]);
    expect(registered.status === 200 && closed.status === 200 && profile?.closedAt === undefined).toBe(false);
  });
});

describe("left alone", () => {
  test("it is erased after 37 days with a mail; customers, newer and disabled ones stay", async () => {
    const [left, disabled, customer] = [newUnregistered(), newUnregistered(), await world.createCustomer()];
    await disableAccount(portal, disabled);
    advance(29 * dayMs);
    const newer = newUnregistered();
    await findAbandoned();
    expect(await closureOf(left)).toBeUndefined();
    advance(2 * dayMs);
    await findAbandoned();
    advance(6 * dayMs);
    await world.runRetention();
    expect(await accountState(portal, left)).toBe("enabled");
    await endGrace();
    await world.runRetention();
    await world.reconcile();
    expect(world.subjectsTo(left.email)).toEqual(["データ消去のお知らせ"]);
    expect(
      await Promise.all([left, disabled, newer, customer].map((each) => accountState(portal, each))),
    ).toEqual(["gone", "disabled", "enabled", "enabled"]);
  });

  test("its owner can register until it is erased, and can close it", async () => {
    const [registering, closing] = [newUnregistered(), newUnregistered()];
    advance(31 * dayMs);
    await findAbandoned();
    expect((await register(registering)).status).toBe(200);
    expect((await close(closing)).status).toBe(200);
    await endGrace();
    await world.reconcileLater();
    await world.runRetention();
    expect([await closureOf(registering), await closureOf(closing)]).toEqual([undefined, "closed"]);
    await world.expectRegisteredOnce(registering);
  });

  test("its owner cannot register once the erasure has begun", async () => {
    const person = newUnregistered();
    advance(31 * dayMs);
    await findAbandoned();
    await endGrace();
    portal.faults.add({ service: "cognito", operation: "AdminDisableUser", status: 500, times: 99 });
    await expect(world.runRetention()).rejects.toThrow("could not be erased");
    portal.faults.clear();
    expect((await register(person)).status).toBe(401);
    advance(dayMs);
    await world.runRetention();
    expect(await accountState(portal, person)).toBe("gone");
  });

  test("its owner registers in the moment of the erasure: one of the two", async () => {
    const person = newUnregistered();
    advance(31 * dayMs);
    await findAbandoned();
    await endGrace();
    const verified = await verifyPhone(portal, person);
    portal.become("retention");
    let registered: number | undefined;
    onCommand(awsClients.dynamodb(), "before", "TransactWriteItems", async () => {
      registered = (await world.postUser(person, signupOf(person, verified))).status;
      portal.become("retention");
    });
    await world.runRetention();
    expect(registered).toBe(200);
    expect(await closureOf(person)).toBeUndefined();
    await world.expectRegisteredOnce(person);
  });
});
