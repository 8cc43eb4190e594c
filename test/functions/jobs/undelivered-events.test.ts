/** Events that no endpoint took, in an account where another system's endpoint refuses its own. */

import { expect, test } from "vitest";
import { listUndeliveredEvents } from "#functions/billing/stripe/undelivered-events.ts";
import { hourMs } from "#shared/durations.ts";
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

/** Ids of those that a run reads, and whether it says that there are more. */
async function read(): Promise<{ ids: string[]; isLimited: boolean }> {
  world.portal.become("reconcile");
  const ids: string[] = [];
  let isLimited = false;
  const onLimit = () => {
    isLimited = true;
  };
  for await (const { id } of listUndeliveredEvents(onLimit)) ids.push(id);
  return { ids, isLimited };
}

test("events that fail every time are tried behind one that was never tried", async () => {
  const many = await Promise.all(Array.from({ length: 6 }, () => world.createPayer("card")));
  const ids = many.map(([, id]) => id);
  const newest = ids.pop() ?? "";
  for (const id of ids) world.emulator.simulate.subscriptionEnds(id);
  advance(hourMs);
  const operation = "GET /v1/subscriptions/{id}";
  await world.failStripe({ status: 500, operation, times: 1000 });
  await world.reconcile();
  world.emulator.simulate.subscriptionEnds(newest);
  advance(hourMs);
  world.portal.requests.clear();
  await world.reconcile();
  const asked = world.portal.requests.list("stripe").filter((each) => each.operation === operation);
  const askedIds = new Set(asked.toReversed().map(({ path }) => path.split("/").pop() ?? ""));
  const inOrder = [...askedIds].filter((id) => [...ids, newest].includes(id));
  expect(inOrder).toHaveLength(6);
  // Four are handled at once.
  expect(inOrder.indexOf(newest)).toBeLessThan(4);
});

test("an event of ours is reached behind a thousand others; a run says where it ends", async () => {
  const [, subscriptionId] = await world.createPayer("card");
  world.emulator.simulate.subscriptionEnds(subscriptionId);
  const [ours] = world.eventsOf("customer.subscription.deleted");
  addForeignEvents(1100);
  advance(hourMs);
  const { ids, isLimited } = await read();
  expect(ids).toContain(ours?.id);
  expect(ids.length).toBeGreaterThan(1100);
  expect(isLimited).toBe(false);

  addForeignEvents(6000);
  expect(await read()).toMatchObject({ isLimited: true });
});
