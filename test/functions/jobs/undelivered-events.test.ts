/** Events that no endpoint took, in an account where another system's endpoint refuses its own. */

import { expect, test } from "vitest";
import { handleUndeliveredEvents } from "#functions/jobs/reconcile/undelivered-events.ts";
import { withContext } from "#functions/runtime/context.ts";
import { hourMs, minuteMs } from "#shared/durations.ts";
import { advance } from "../support/portal.ts";
import { startWorld } from "../support/world/world.ts";

const world = await startWorld();

/** So many newer events of our types, about objects of another system. */
function addForeignEvents(count: number): void {
  world.changeState(({ events }) => {
    const like = events.findLast(({ type }) => type === "customer.subscription.updated");
    if (!like) throw new Error("There is no event");
    const foreign = { ...like.data.object, metadata: {}, customer: "cus_foreign" };
    for (let index = 0; index < count; index += 1) {
      const object = { ...foreign, id: `sub_foreign_${index}` };
      events.push({ ...like, id: `evt_foreign_${index}`, data: { object } });
    }
  });
}

/** A run with time for so much; by default for one page of events. */
const run = (timeMs = 0) => {
  world.portal.become("reconcile");
  return withContext({ kind: "job", requestId: "r" }, () => handleUndeliveredEvents(timeMs));
};

test("an event of ours is reached behind two pages of others, by runs that go on", async () => {
  const [payer, subscriptionId] = await world.createPayer("card");
  world.emulator.simulate.subscriptionEnds(subscriptionId);
  advance(hourMs);
  addForeignEvents(250);
  advance(hourMs);
  expect([(await run()).isComplete, (await run()).isComplete]).toEqual([false, false]);
  expect((await world.outcomeOf(payer)).plan).toBe("standard");
  expect((await run()).isComplete).toBe(true);
  expect((await world.outcomeOf(payer)).plan).toBe("suspended");
});

test("an event that fails is tried by the next pass, and the run goes on", async () => {
  const payers = await Promise.all([1, 2, 3].map(() => world.createPayer("card")));
  for (const [, id] of payers) world.emulator.simulate.subscriptionEnds(id);
  advance(hourMs);
  await world.failStripe({ status: 500, operation: "GET /v1/subscriptions/{id}", times: 1000 });
  const plans = () => Promise.all(payers.map(async ([payer]) => (await world.outcomeOf(payer)).plan));
  expect((await run(minuteMs)).isComplete).toBe(true);
  expect(await plans()).toEqual(["standard", "standard", "standard"]);
  expect(world.portal.logged.join("")).toContain("undelivered event could not be handled");
  world.portal.faults.clear();
  advance(minuteMs);
  await run(minuteMs);
  expect(await plans()).toEqual(["suspended", "suspended", "suspended"]);
});
