/** Stripe takes every request and never answers: whoever asked us has a clear answer within ten seconds. */
import { expect, test } from "vitest";
import { errorCodes } from "#shared/errors.ts";
import type { Reply } from "../support/portal.ts";
import { upgradedBy } from "../support/world/purchases.ts";
import { startWorld } from "../support/world/world.ts";

const world = await startWorld();

const providerFailed = { status: 502, message: errorCodes.provider_failed.message };

async function answerOf(make: () => Promise<Reply>) {
  const { status, json } = await make();
  return { status, message: json.error?.message };
}

test("every call that needs Stripe is answered in time, and works once Stripe is back", async () => {
  const [byCard, reopening, byInvoice, returning] = [
    await world.createCustomer(),
    await world.createCustomer(),
    await world.createCustomer(),
    await world.createCustomer(),
  ];
  const changing = await world.createStandardCustomer();
  await world.card(reopening);
  const session = await world.payOnPage(returning);
  const calls: Record<string, () => Promise<Reply>> = {
    checkout: () => world.card(byCard),
    "the open checkout again": () => world.card(reopening),
    invoice: () => world.invoice(byInvoice),
    "return page": () => world.comeBack(returning),
    "page for another card": () => world.setUp(changing),
    webhook: () => world.sendEvent("checkout.session.completed", session),
  };
  const held = world.holdStripe();
  const answering = Promise.all(Object.values(calls).map(answerOf));
  // Stripe is told of a change of the profile, which does not wait for it.
  const updating = world.update(changing, { city: "港区" });
  await held.arrived(Object.keys(calls).length);
  world.portal.letTimePass(7500);
  expect(await answering).toEqual(Object.keys(calls).map(() => providerFailed));
  expect((await updating).status).toBe(200);
  held.release();
  expect(await world.profileOf(changing)).toMatchObject({ city: "港区" });
  expect(await world.portal.partition("CUSTOMER_SYNC")).toMatchObject([{ sk: changing.sub }]);
  for (const [name, make] of Object.entries(calls)) expect((await make()).status, name).toBe(200);
  expect(await world.outcomeOf(byInvoice)).toEqual(upgradedBy("invoice"));
  expect(await world.outcomeOf(returning)).toEqual(upgradedBy("card"));
});
