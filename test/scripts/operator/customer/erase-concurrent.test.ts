/** A command that dies after any of its effects, and customers who do something meanwhile. */
import { beforeEach, expect, test, vi } from "vitest";
import type { Payer } from "#test/functions/support/paying.ts";
import { createErasables } from "#test/scripts/support/erasable.ts";
import { life, makeSharedCodeMortal } from "#test/scripts/support/fault-injection.ts";
import { startOperator } from "#test/scripts/support/operator.ts";

vi.mock("#scripts/operator/targets.ts", async (load) => {
  const { mortal } = await import("#test/scripts/support/fault-injection.ts");
  const real = await load<typeof import("#scripts/operator/targets.ts")>();
  return { ...real, localTarget: async (origin: string) => mortal(await real.localTarget(origin)) };
});

const desk = await startOperator();
makeSharedCodeMortal();
const of = createErasables(desk);
beforeEach(() => {
  life.meanwhile.clear();
});

test("a run that broke off after any of its effects is finished by the next one", async () => {
  let effects = 1;
  for (let isFinished = false; !isFinished; effects += 1) {
    const owner = await of.newCustomer();
    life.left = effects;
    isFinished = await of.erase(owner).then(
      () => true,
      () => false,
    );
    life.left = Number.POSITIVE_INFINITY;
    if (desk.provenOf(owner) === undefined) await of.expectErased(owner);
    else await of.erase(owner);
    await of.expectErased(owner);
    await expect(of.erase(owner)).rejects.toThrow("If an erasure broke off, it is complete");
  }
  expect(effects).toBeGreaterThan(10);
});

test.each([
  ["changes something", (owner: Payer) => desk.update(owner, { streetAddress: "カナリア2-2" })],
  ["begins to pay", (owner: Payer) => desk.invoice(owner)],
] as const)("who %s with a token that still lives is refused once the account is closed", async (_, act) => {
  const owner = await of.newCustomer();
  const statuses: number[] = [];
  life.meanwhile.set("AdminDisableUserCommand", async () => statuses.push((await act(owner)).status));
  await of.erase(owner);
  expect(statuses).toEqual([401]);
  await of.expectErased(owner);
});

test("what is written after the record went, goes too", async () => {
  const owner = await of.newCustomer();
  life.meanwhile.set("TransactWriteItemsCommand", () => desk.watch(owner));
  await of.erase(owner);
  await of.expectErased(owner);
});

test("a new licence key and its mail agree wherever the command died", async () => {
  let effects = 1;
  for (let isFinished = false; !isFinished; effects += 1) {
    const owner = await desk.signedUp();
    const rotate = () => desk.run("rotate-licence-key", owner.loginId, "--reason", "紛失");
    life.left = effects;
    isFinished = await rotate().then(
      () => true,
      () => false,
    );
    life.left = Number.POSITIVE_INFINITY;
    await rotate();
    await desk.reconcile();
    expect(desk.mailedKeys(owner).slice(1)).toEqual([await desk.keyOf(owner)]);
  }
});
