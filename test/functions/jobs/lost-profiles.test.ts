/** A profile that is missing is no proof: whatever else knows the customer keeps the account, and the alarm rings. */
import { beforeEach, describe, expect, test } from "vitest";
import { dayMs, minuteMs } from "#shared/durations.ts";
import { accountState, unconfirmAccount } from "../support/accounts.ts";
import { signupOf } from "../support/people.ts";
import { advance } from "../support/portal.ts";
import { verifyPhone } from "../support/verified-phone.ts";
import type { Owner } from "../support/world/customers.ts";
import { startWorld } from "../support/world/world.ts";

const world = await startWorld();
const { portal } = world;

const missing = () => portal.logged.filter((line) => line.includes('"ProfilesMissing":')).length;
/** As the last alarm named it. */
const knownBy = () =>
  /"knownBy":"([^"]*)"/.exec(portal.logged.findLast((line) => line.includes("knownBy")) ?? "")?.[1];

beforeEach(async () => {
  await portal.reset();
  // Records that are there.
  for (let count = 0; count < 3; count += 1) await register();
});

/** By the way of people: with secrets, pointer and audit trail. */
async function register(): Promise<Owner> {
  const person = portal.newAccount();
  const signup = signupOf(person, await verifyPhone(portal, person));
  const { json } = await world.postUser(person, signup);
  return { ...person, customerId: json.result.customerId };
}

/** Of the customer's rows, those with such a key. */
const lose = ({ sub }: Owner, kinds: RegExp) =>
  loseRows((row) => (row.pk === `CUSTOMER#${sub}` || row.sub === sub) && kinds.test(String(row.sk)));
const loseAll = (owner: Owner) => loseRows((row) => JSON.stringify(row).includes(owner.sub));
async function loseRows(isLost: (row: Record<string, unknown>) => boolean): Promise<void> {
  for (const row of await portal.everything())
    if (isLost(row)) await portal.remove(String(row.pk), String(row.sk));
}

/** Both jobs run for as long as an abandoned account lives. */
async function passTime(days = 46): Promise<void> {
  for (let day = 0; day < days; day += 1) {
    advance(dayMs);
    // Only the days on which something can happen.
    if (day < 30) continue;
    await world.runExportUsers();
    await world.runRetention().catch(() => undefined);
  }
}

const allButTrail = /^(PROFILE|POINTER|SECRETS)/;

describe("an account stays, and the alarm rings", () => {
  const losses: Record<string, (owner: Owner) => Promise<void>> = {
    "the profile": (owner) => lose(owner, /^PROFILE/),
    "profile and pointers": (owner) => lose(owner, /^(PROFILE|POINTER)/),
    "all but the audit trail": (owner) => lose(owner, allButTrail),
    "all but a pointer": (owner) => lose(owner, /^(PROFILE|SECRETS|AUDIT)/),
    "all but a secret": (owner) => lose(owner, /^(PROFILE|POINTER|AUDIT)/),
    async "all that knew one customer, between two looks"(owner) {
      await world.runExportUsers();
      await loseAll(owner);
    },
  };
  test.each(Object.entries(losses))("lost: %s", async (_, loses) => {
    const owner = await register();
    await loses(owner);
    await passTime();
    expect(await accountState(portal, owner)).toBe("enabled");
    expect(portal.logged.join("")).toContain('"ProfilesMissing":1');
  });

  test("lost: everything here, of a customer whom Stripe knows", async () => {
    const [payer] = await world.createPayer("card");
    await loseAll(payer);
    await passTime();
    expect(await accountState(portal, payer)).toBe("enabled");
    expect(knownBy()).toMatch(/^cus_/);
    expect(world.stripeState().subscriptions.map(({ status }) => status)).toEqual(["active"]);
  });

  test("lost: all but the audit trail; the first daily run rings, and marks no account", async () => {
    const owner = await register();
    await lose(owner, allButTrail);
    advance(31 * dayMs);
    await world.runExportUsers();
    expect(portal.logged.join("")).toContain('"knownBy":"signup"');
    expect(await portal.item("CLOSURES", owner.sub)).toBeUndefined();
  });

  test("lost: the whole table", async () => {
    const owners = [await register(), await register()];
    await loseRows(() => true);
    await passTime();
    for (const owner of owners) expect(await accountState(portal, owner)).toBe("enabled");
    expect(missing()).toBeGreaterThan(0);
    expect(portal.logged.join("")).toContain('"DeletionsHeld":5');
  });

  test("lost: the profile of a customer who had closed the account", async () => {
    const owner = await register();
    await world.closeAccount(owner);
    await world.reconcileLater();
    await lose(owner, /^PROFILE/);
    advance(31 * dayMs);
    await expect(world.runRetention()).rejects.toThrow("could not be erased: 1");
    // An operator can still restore the account.
    expect((await portal.item("CLOSURES", owner.sub))?.state).toBe("closed");
    expect(await accountState(portal, owner)).toBe("disabled");
    expect([missing(), knownBy()]).toEqual([1, "signup, SECRETS"]);
  });

  test("a customer whose account is unconfirmed all at once", async () => {
    const owner = await register();
    await unconfirmAccount(portal, owner);
    advance(2 * dayMs);
    expect(await world.runRetention()).toMatchObject({ unconfirmed: 0 });
    expect([await accountState(portal, owner), missing()]).toEqual(["enabled", 1]);
  });
});

test("an erased customer is not missing", async () => {
  const owner = await register();
  await world.runExportUsers();
  await world.closeAccount(owner);
  await world.reconcileLater();
  advance(31 * dayMs);
  expect(await world.runRetention()).toMatchObject({ erased: 1 });
  await world.runExportUsers();
  expect(missing()).toBe(0);
});

test("an erasure between two looks hides no loss", async () => {
  const [owner, lost] = [await register(), await register()];
  await world.closeAccount(owner);
  await world.reconcileLater();
  advance(30 * dayMs);
  await world.runExportUsers();
  advance(0.5 * dayMs);
  expect(await world.runRetention()).toMatchObject({ erased: 1 });
  await loseAll(lost);
  advance(0.5 * dayMs);
  await world.runExportUsers();
  expect(missing()).toBe(1);
});

describe("the customer whose profile is missing", () => {
  test("sees an error instead of the sign-up, and cannot register again", async () => {
    const owner = await register();
    await lose(owner, /^PROFILE/);
    const seen = await world.getUser(owner);
    // Another SMS may be sent by then.
    advance(2 * minuteMs);
    const again = await world.postUser(owner, signupOf(owner, await verifyPhone(portal, owner)));
    expect([seen.status, again.status]).toEqual([503, 503]);
    expect(seen.json.error.message).toContain("お問い合わせ");
    expect(await world.profileOf(owner)).toBeUndefined();
    expect(missing()).toBe(2);
  });

  test("cannot close the account: the contract would go on", async () => {
    const [payer] = await world.createPayer("card");
    await loseAll(payer);
    const { status } = await world.closeAccount(payer);
    expect([status, await portal.item("CLOSURES", payer.sub)]).toEqual([503, undefined]);
  });
});
