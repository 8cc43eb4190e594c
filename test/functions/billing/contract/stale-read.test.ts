/** A webhook that stands still at any of its calls while others go on: it takes nothing back, and tells nothing again. */
import { expect, test, vi } from "vitest";
import { everyCall, keepWorld, life, makeClientsKillable } from "#test/functions/support/kill.ts";
import { subjects } from "#test/functions/support/world/contracts.ts";
import { startWorld } from "#test/functions/support/world/world.ts";

vi.mock("#functions/platform/http.ts", async (load) => {
  const { everyCall, killableHttp } = await import("#test/functions/support/kill.ts");
  return killableHttp(await load(), everyCall);
});

const world = await startWorld();
makeClientsKillable(world.portal, everyCall);

test("a contract that is paid while its webhook stands still was suspended once", async () => {
  const [payer, id] = await world.createPayer("card");
  await world.pass(id, "payment_failed", "unpaid");
  const webhook = () => world.sendEvent("customer.subscription.updated", id);
  const bringBack = await keepWorld(world.portal);
  let calls = 0;
  for (let isStill = true; isStill; await bringBack()) {
    calls += 1;
    const [stands, goesOn] = [Promise.withResolvers<boolean>(), Promise.withResolvers<void>()];
    let left = calls;
    life.onAnswer = async () => {
      left -= 1;
      if (left !== 0) return;
      stands.resolve(true);
      await goesOn.promise;
    };
    const late = webhook();
    isStill = await Promise.race([stands.promise, late.then(() => false)]);
    life.onAnswer = async () => {};
    await webhook();
    world.emulator.passTime(id, { event: "retried" });
    await webhook();
    goesOn.resolve();
    await late;
    const { actions, mails } = await world.toldOf(payer);
    expect(actions.filter((each) => each === "plan-suspended")).toHaveLength(1);
    expect(mails.filter((each) => each === subjects.suspended)).toHaveLength(1);
    await world.expectInSync(payer);
  }
  expect(calls).toBeGreaterThan(6);
});
