/** Stripe takes every request and never answers: whoever asked us has a clear answer within ten seconds. */
import { expect, test } from "vitest";
import { errorCodes } from "#shared/errors.ts";
import { startAccount } from "../support/account.ts";
import { upgradedBy } from "../support/paying.ts";
import type { Reply } from "../support/portal.ts";

const account = await startAccount();

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
    account.newOwner(),
    account.newOwner(),
    account.newOwner(),
    account.newOwner(),
    account.newStandardOwner(),
  ]);
  await account.card(reopening);
  const { json: page } = await account.card(returning);
  account.emulator.decide(page.checkout_session_id, { outcome: "paid" });
  const calls: readonly Call[] = [
    { name: "checkout", make: () => account.card(byCard) },
    { name: "the open checkout again", make: () => account.card(reopening) },
    { name: "invoice", make: () => account.invoice(byInvoice) },
    { name: "return page", make: () => account.comeBack(returning) },
    { name: "page for another card", make: () => account.setUp(changing) },
    { name: "webhook", make: () => account.tell("checkout.session.completed", page.checkout_session_id) },
  ];
  // Stripe is told of a change of the record, which does not wait for it.
  const update = { name: "update", make: () => account.update(changing, { city: "港区" }) };
  const held = account.hold();
  const answering = answersOf([...calls, update]);
  await held.arrived(calls.length);
  account.portal.letTimePass(7500);
  expect(Object.fromEntries(await answering)).toEqual({
    ...Object.fromEntries(calls.map(({ name }) => [name, providerFailed])),
    update: { status: 200, message: undefined },
  });
  held.release();
  expect(await account.recordOf(changing)).toMatchObject({ city: "港区" });
  expect(await account.portal.partition("CUSTOMER_SYNC")).toMatchObject([{ sk: changing.sub }]);
  for (const { name, make } of calls) expect((await make()).status, name).toBe(200);
  expect(await account.outcomeOf(byInvoice)).toEqual(upgradedBy("invoice"));
  expect(await account.outcomeOf(returning)).toEqual(upgradedBy("card"));
});
