/** Stripe takes every request and never answers: whoever asked us has a clear answer within ten seconds. */
import { expect, test } from "vitest";
import { errorCodes } from "#shared/errors.ts";
import type { Reply } from "../support/portal.ts";
import { upgradedBy } from "../support/world/purchases.ts";
import { startWorld } from "../support/world/world.ts";

const world = await startWorld();

const providerFailed = { status: 502, message: errorCodes.provider_failed.message };

interface Call {
  name: string;
  make: () => Promise<Reply>;
}

const answersOf = (calls: readonly Call[]) =>
  Promise.all(
    calls.map(async ({ name, make }) => {
      const { status, json } = await make();
      return [name, { status, message: json.error?.message }] as const;
    }),
  );

test("every call that needs Stripe is answered in time, and goes through once Stripe is back", async () => {
  const [byCard, reopening, byInvoice, returning, changing] = await Promise.all([
    world.createCustomer(),
    world.createCustomer(),
    world.createCustomer(),
    world.createCustomer(),
    world.createStandardCustomer(),
  ]);
  await world.card(reopening);
  const { json: page } = await world.card(returning);
  world.emulator.decide(page.checkout_session_id, { outcome: "paid" });
  const calls: readonly Call[] = [
    { name: "checkout", make: () => world.card(byCard) },
    { name: "the open checkout again", make: () => world.card(reopening) },
    { name: "invoice", make: () => world.invoice(byInvoice) },
    { name: "return page", make: () => world.comeBack(returning) },
    { name: "page for another card", make: () => world.setUp(changing) },
    { name: "webhook", make: () => world.sendEvent("checkout.session.completed", page.checkout_session_id) },
  ];
  // Stripe is told of a change of the record, which does not wait for it.
  const update = { name: "update", make: () => world.update(changing, { city: "港区" }) };
  const held = world.holdStripe();
  const answering = answersOf([...calls, update]);
  await held.arrived(calls.length);
  world.portal.letTimePass(7500);
  expect(Object.fromEntries(await answering)).toEqual({
    ...Object.fromEntries(calls.map(({ name }) => [name, providerFailed])),
    update: { status: 200, message: undefined },
  });
  held.release();
  expect(await world.recordOf(changing)).toMatchObject({ city: "港区" });
  expect(await world.portal.partition("CUSTOMER_SYNC")).toMatchObject([{ sk: changing.sub }]);
  for (const { name, make } of calls) expect((await make()).status, name).toBe(200);
  expect(await world.outcomeOf(byInvoice)).toEqual(upgradedBy("invoice"));
  expect(await world.outcomeOf(returning)).toEqual(upgradedBy("card"));
});
