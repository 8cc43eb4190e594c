import { expect, test } from "vitest";
import { hourMs } from "#shared/durations.ts";
import { startAccount } from "../support/account.ts";
import { newPerson } from "../support/people.ts";
import { advance } from "../support/portal.ts";

const account = await startAccount();

const watched = async (sub: string) =>
  (await account.portal.partition("EMAIL_CHANGES")).some(({ sk }) => sk === sub);

test("a watch ends once no code can be used any more, unless another was sent", async () => {
  const owner = await account.newOwner();
  await account.storeEmailChange(owner);
  advance(23 * hourMs);
  await account.storeEmailChange(owner);
  advance(2 * hourMs);
  await account.reconcile();
  expect(await watched(owner.sub)).toBe(true);
  advance(23 * hourMs);
  await account.reconcile();
  expect(await watched(owner.sub)).toBe(false);
});

test("the watch of an account without a customer, and of a deleted account, ends", async () => {
  const nobody = { ...newPerson(), customerId: "" };
  await account.storeEmailChange(nobody);
  const newcomer = { ...newPerson(), customerId: "" };
  account.portal.seedAccount(newcomer);
  await account.storeEmailChange(newcomer);
  await account.reconcile();
  expect([await watched(nobody.sub), await watched(newcomer.sub)]).toEqual([true, true]);
  advance(24 * hourMs + 1000);
  await account.reconcile();
  expect([await watched(nobody.sub), await watched(newcomer.sub)]).toEqual([false, false]);
});

test("an unproven address is not followed", async () => {
  const owner = await account.newOwner();
  await account.storeEmailChange(owner);
  await account.prove(owner, newPerson().email);
  await account.doubt(owner);
  await account.reconcile();
  expect(await account.recordOf(owner)).toMatchObject({ email: owner.email, version: 1 });
});
