import { expect, test } from "vitest";
import { hourMs } from "#shared/durations.ts";
import { newPerson } from "../support/people.ts";
import { advance } from "../support/portal.ts";
import { startWorld } from "../support/world/world.ts";

const world = await startWorld();

const watched = async (sub: string) =>
  (await world.portal.partition("EMAIL_CHANGES")).some(({ sk }) => sk === sub);

test("a watch ends once no code can be used any more, unless another was sent", async () => {
  const owner = await world.createCustomer();
  await world.storeEmailChange(owner);
  advance(23 * hourMs);
  await world.storeEmailChange(owner);
  advance(2 * hourMs);
  await world.reconcile();
  expect(await watched(owner.sub)).toBe(true);
  advance(23 * hourMs);
  await world.reconcile();
  expect(await watched(owner.sub)).toBe(false);
});

test("the watch of an account without a customer, and of a deleted account, ends", async () => {
  const nobody = { ...newPerson(), customerId: "" };
  await world.storeEmailChange(nobody);
  const newcomer = { ...newPerson(), customerId: "" };
  world.portal.seedAccount(newcomer);
  await world.storeEmailChange(newcomer);
  await world.reconcile();
  expect([await watched(nobody.sub), await watched(newcomer.sub)]).toEqual([true, true]);
  advance(24 * hourMs + 1000);
  await world.reconcile();
  expect([await watched(nobody.sub), await watched(newcomer.sub)]).toEqual([false, false]);
});

test("an unproven address is not followed", async () => {
  const owner = await world.createCustomer();
  await world.storeEmailChange(owner);
  await world.prove(owner, newPerson().email);
  await world.doubt(owner);
  await world.reconcile();
  expect(await world.recordOf(owner)).toMatchObject({ email: owner.email, version: 1 });
});
