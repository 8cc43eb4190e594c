/** One customer's limits in an hour. */

import { expect, test } from "vitest";
import { makeQuote } from "#functions/quotes/create-quote.ts";
import { type CustomerLimit, customerLimits } from "#shared/customer-limits.ts";
import { hourMs } from "#shared/durations.ts";
import type { EndpointName } from "#shared/endpoints.ts";
import type { eventOf } from "../support/events.ts";
import { advance, type Reply } from "../support/portal.ts";
import { outcome, tooMany } from "../support/replies.ts";
import type { Owner } from "../support/world/customers.ts";
import { startWorld } from "../support/world/world.ts";

const world = await startWorld();
const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
const endOfHour = () => new Date(Math.ceil((Date.now() + 1) / hourMs) * hourMs).toISOString();
test("the 21st write of a secret is refused before KMS is asked; other changes are not", async () => {
  const owner = await world.createStandardCustomer();
  const write = (index: number) => world.update(owner, { apiSecret: `Another${index}secret` });
  for (const index of numbers(20)) expect((await write(index)).status).toBe(200);
  world.portal.requests.clear();
  const refused = await write(20);
  expect(outcome(refused)).toEqual(tooMany);
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  expect(world.portal.requests.list("kms")).toEqual([]);
  expect((await world.update(owner, { city: "港区" })).status).toBe(200);
  advance(2 * hourMs);
  expect((await write(20)).status).toBe(200);
});

test("the 61st change writes nothing, and what changes nothing is not counted", async () => {
  const owner = await world.createCustomer();
  await world.portal.put({ pk: `RATE#CHANGE#${owner.sub}`, sk: endOfHour(), count: 59 });
  expect((await world.update(owner, { city: "港区" })).status).toBe(200);
  await world.expectRefused(() => world.update(owner, { city: "千代田区" }), "too_many_requests");
  expect((await world.update(owner, { city: "港区" })).status).toBe(200);
});

/** A request that is counted before anything else is done. */
const ask =
  (name: EndpointName, parts: Parameters<typeof eventOf>[0]) =>
  async (payer: Owner): Promise<Reply> =>
    world.portal.call(name, { by: payer, ...parts });
/** Limits with more to them than their number have tests elsewhere. */
type Elsewhere =
  | "CHANGE"
  | "EMAIL_TICKETS"
  | "KEY_MAIL"
  | "NEW_BROWSER"
  | "QUOTES"
  | "REVEAL"
  | "SECRETS"
  | "SESSIONS"
  | "SIGN_IN_METHODS"
  | "UNSUBSCRIBE";
const voiceProvider = { apiKey: "a1b2c3d4", apiSecret: "Secret123456" };
const applicationId = "6f1d7a2e-0b4c-4a55-9f3e-2a9c7c1d8e10";
const calls: Record<Exclude<CustomerLimit, Elsewhere>, (payer: Owner) => Promise<Reply>> = {
  CHECKOUT: (payer) => world.card(payer),
  CLOSE: ask("account", { body: { operation: "close", plan: "trial" } }),
  CONNECTION_CHECK: ask("voice-provider-diagnose", { body: { ...voiceProvider, applicationId } }),
  CONTRACT: ask("post-contract", { body: { operation: "resume" } }),
  CONTRACT_READ: (payer) => world.getContract(payer),
  EXPORT: ask("export", { text: "" }),
  INVOICES: ask("invoices", { query: { year: "2026" } }),
  KEY_CHECK: ask("voice-provider-check", { body: { api_key: "a1b2c3d4" } }),
  PAYMENT: (payer) => world.comeBack(payer),
  async QUOTE_PDF(payer) {
    const wish = { addressee: "株式会社テスト商事", department: "", person: "", months: 1 };
    world.portal.become("create-quote");
    const { id } = await makeQuote(payer.sub, await world.profileOf(payer), wish);
    return ask("quote-pdf", { query: { id } })(payer);
  },
  SETUP_SESSION: (payer) => world.setUp(payer),
};

test.each(Object.entries(calls))("%s: a call too many asks no provider", async (name, call) => {
  const [owner] = await world.createPayer("card");
  const count = customerLimits[name as CustomerLimit] - 1;
  await world.portal.put({ pk: `RATE#${name}#${owner.sub}`, sk: endOfHour(), count });
  expect((await call(owner)).status).not.toBe(429);
  world.portal.requests.clear();
  const refused = await call(owner);
  expect(outcome(refused)).toEqual(tooMany);
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  for (const service of ["stripe", "vonage"] as const)
    expect(world.portal.requests.list(service)).toEqual([]);
});
