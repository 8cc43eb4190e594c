/** Accounts that were closed are erased after 30 days, unless an operator restored them. */
import { beforeEach, expect, test } from "vitest";
import { startLeaving } from "../support/leaving.ts";
import { advance } from "../support/portal.ts";

const leaving = await startLeaving();
const { portal, close, stateOf, dayMs } = leaving;
beforeEach(() => portal.faults.clear());

async function newClosed() {
  const [payer] = await leaving.upgradedPayer("card");
  await leaving.signIn(payer);
  await close(payer);
  await leaving.reconcileLater();
  return payer;
}

test("erased after 30 days and not before: others and the audit trail stay, and the customer is told", async () => {
  const other = await leaving.newOwner();
  const payer = await newClosed();
  advance(29.9 * dayMs);
  expect(await leaving.runRetention()).toMatchObject({ erased: 0 });
  expect(await stateOf(payer)).toMatchObject({ account: "disabled", closure: "closed" });
  advance(0.2 * dayMs);
  expect(await leaving.runRetention()).toMatchObject({ erased: 1 });
  await leaving.reconcile();
  await leaving.expectErased(payer, "after 30 days");
  expect(await stateOf(other)).toMatchObject({ account: "enabled", isClosed: false });
  const mail = portal.inbox.list(payer.email)[0];
  for (const name of ["山田", payer.loginId]) expect(mail?.text).not.toContain(name);
  expect(await leaving.runRetention()).toMatchObject({ erased: 0 });
});

test("nothing that waits for the reconciler is erased", async () => {
  const [payer] = await leaving.upgradedPayer("card");
  portal.faults.add({
    service: "cognito",
    operation: "AdminDisableUser",
    status: 500,
    times: 3,
    after: false,
    delayMs: 0,
  });
  await close(payer);
  advance(31 * dayMs);
  expect(await leaving.runRetention()).toMatchObject({ erased: 0 });
  expect(await stateOf(payer)).toMatchObject({ closure: "closing" });
});

test("two runs at once erase once; with Stripe down later", async () => {
  const payer = await newClosed();
  advance(31 * dayMs);
  leaving.failStripe({ status: 500, times: 99 });
  await expect(leaving.runRetention()).rejects.toThrow("could not be erased");
  portal.faults.clear();
  expect(await stateOf(payer)).toMatchObject({ account: "disabled", isClosed: true });
  advance(60 * 60_000);
  await Promise.all([leaving.runRetention(), leaving.runRetention()]);
  await leaving.reconcile();
  await leaving.expectErased(payer, "once");
});

test("a new account under the same login ID is another one's", async () => {
  const payer = await newClosed();
  advance(31 * dayMs);
  await leaving.deleteAccount(payer);
  const heir = { ...payer, sub: "0b6c2f5e-1c7e-4a39-9d52-7f6f0b1f2a33" };
  portal.cognito.seedUser({
    userName: heir.loginId,
    sub: heir.sub,
    email: "heir@example.com",
    password: "Correct-Horse-1",
  });
  await leaving.runRetention();
  expect(await leaving.recordOf(payer)).toBeUndefined();
  expect(await portal.item("CLOSURES", payer.sub)).toBeUndefined();
  expect(await leaving.accountState(heir)).toBe("enabled");
});
