/** Which card is charged when a customer leaves several: the one that was left last, however Stripe tells of it. */

import { beforeAll, beforeEach, expect, test } from "vitest";
import { hourMs } from "#shared/durations.ts";
import { advance } from "../../support/portal.ts";
import type { Owner } from "../../support/world/customers.ts";
import { startWorld } from "../../support/world/world.ts";

const rounds = 4;
/** A customer may open ten pages in an hour. */
const world = await startWorld();
/** Pays by card; each round leaves more cards. */
let payer: Owner;
let subscriptionId: string;

beforeAll(async () => {
  [payer, subscriptionId] = await world.createPayer("card");
});
beforeEach(() => advance(2 * hourMs));

const open = async (): Promise<string> => (await world.setUp(payer)).json.setup_session_id;

/** The customer completes the page. Returns the card, which is another one each time. */
function complete(sessionId: string): string {
  const before = world.eventsOf("payment_method.attached");
  world.emulator.decide(sessionId, { outcome: "paid" });
  const [newest, ...others] = world.eventsOf("payment_method.attached");
  expect(others).toEqual(before);
  return String(newest?.data.object.id);
}

async function charged(): Promise<unknown[]> {
  const subscription = await world.stripe.subscriptions.retrieve(subscriptionId);
  const { invoice_settings } = await world.payerOf(payer);
  return [subscription.default_payment_method, invoice_settings.default_payment_method];
}

const eventOfSession = (sessionId: string): string =>
  world.eventsOf("checkout.session.completed").find(({ data }) => data.object.id === sessionId)?.id ?? "";
const watched = async () => (await world.portal.partition("STRIPE_TASKS")).map(({ sk }) => sk);

test("opened A, B; completed B, A; events at once and in any order: A is charged", async () => {
  for (let round = 0; round < rounds; round += 1) {
    advance(hourMs);
    // All within one second: neither page nor event has a time that could tell.
    const [a, b] = [await open(), await open()];
    complete(b);
    const last = complete(a);
    const events = [eventOfSession(a), eventOfSession(b)];
    if (round % 2 === 1) events.reverse();
    await Promise.all(events.map((event) => world.emulator.webhooks.redeliver(event)));
    expect(await charged(), `round ${round}`).toEqual([last, last]);
  }
  expect(await watched()).toEqual([]);
  const items = await world.portal.partition(`CUSTOMER#${payer.sub}`);
  expect(items.filter(({ action }) => action === "card-changed")).toHaveLength(2 * rounds);
});

test("completed B, then A while B's event is being handled: A is charged", async () => {
  const [a, b] = [await open(), await open()];
  complete(b);
  // B was found to be the latest card, and is about to be written.
  const held = world.holdStripe({ operation: "POST /v1/customers/{id}", times: 1 });
  const slow = world.emulator.webhooks.redeliver(eventOfSession(b));
  await held.arrived();
  const last = complete(a);
  await world.emulator.webhooks.redeliver(eventOfSession(a));
  held.release();
  await slow;
  expect(await charged()).toEqual([last, last]);
});

test("a card is found without a webhook; an expired session is no longer checked", async () => {
  const [left, idle] = [await open(), await open()];
  const card = complete(left);
  await world.reconcile();
  expect(await charged()).toEqual([card, card]);
  expect(await watched()).toEqual([idle]);
  advance(25 * 60 * 60_000);
  await world.reconcile();
  expect(await watched()).toEqual([]);
});

test("the card of a subscription that is over is kept for the customer", async () => {
  const session = await open();
  await world.stripe.subscriptions.cancel(subscriptionId);
  const card = complete(session);
  await world.emulator.webhooks.redeliver(eventOfSession(session));
  expect(world.emulator.webhooks.attempts.at(-1)?.status).toBe(200);
  expect((await charged())[1]).toBe(card);
});
