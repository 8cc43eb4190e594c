/** One customer's limits in an hour. */

import { expect, test } from "vitest";
import { makeQuote } from "#functions/quotes/create-quote.ts";
import { type CustomerLimit, customerLimits } from "#shared/customer-limits.ts";
import { hourMs } from "#shared/durations.ts";
import type { EndpointName } from "#shared/endpoints.ts";
import { startAccount } from "../support/account.ts";
import type { eventOf } from "../support/events.ts";
import type { Payer } from "../support/paying.ts";
import { advance, type Reply } from "../support/portal.ts";

const account = await startAccount();
const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
const endOfHour = () => new Date(Math.ceil((Date.now() + 1) / hourMs) * hourMs).toISOString();
const tooMany = [429, "too_many_requests"];

test("20 writes of secrets: the next one is refused before KMS is asked, other changes are not", async () => {
  const owner = await account.newStandardOwner();
  const write = (index: number) => account.update(owner, { apiSecret: `Another${index}secret` });
  for (const index of numbers(20)) expect((await write(index)).status).toBe(200);
  account.portal.requests.clear();
  const { status, json, headers } = await write(20);
  expect([status, json.error.code]).toEqual(tooMany);
  expect(Number(headers["retry-after"])).toBeGreaterThan(0);
  expect(account.portal.requests.list("kms")).toEqual([]);
  expect((await account.update(owner, { city: "港区" })).status).toBe(200);
  advance(2 * hourMs);
  expect((await write(20)).status).toBe(200);
});

test("60 changes: the next one writes nothing, and what changes nothing is not counted", async () => {
  const owner = await account.newOwner();
  await account.portal.put({ pk: `RATE#CHANGE#${owner.sub}`, sk: endOfHour(), count: 59 });
  expect((await account.update(owner, { city: "港区" })).status).toBe(200);
  const refused = await account.expectNothingWritten(() => account.update(owner, { city: "千代田区" }));
  expect([refused.status, refused.json.error.code]).toEqual(tooMany);
  expect((await account.update(owner, { city: "港区" })).status).toBe(200);
});

/** A request that is counted before anything else is done. */
const ask =
  (name: EndpointName, parts: Parameters<typeof eventOf>[0]) =>
  async (payer: Payer): Promise<Reply> =>
    account.portal.call(name, { by: payer, ...parts });
/** Limits with more to them than their number have tests elsewhere. */
type Elsewhere =
  | "CHANGE"
  | "KEY_MAIL"
  | "NEW_BROWSER"
  | "QUOTES"
  | "REVEAL"
  | "SECRETS"
  | "SESSIONS"
  | "UNSUBSCRIBE";
const voiceProvider = { apiKey: "a1b2c3d4", apiSecret: "Secret123456" };
const applicationId = "6f1d7a2e-0b4c-4a55-9f3e-2a9c7c1d8e10";
const calls: Record<Exclude<CustomerLimit, Elsewhere>, (payer: Payer) => Promise<Reply>> = {
  CHECKOUT: (payer) => account.card(payer),
  CLOSE: ask("account", { body: { operation: "close", plan: "trial" } }),
  CONNECTION_CHECK: ask("voice-provider-diagnose", { body: { ...voiceProvider, applicationId } }),
  CONTRACT: ask("post-contract", { body: { operation: "resume" } }),
  CONTRACT_READ: (payer) => account.contract(payer),
  EXPORT: ask("export", { text: "" }),
  INVOICES: ask("invoices", { query: { year: "2026" } }),
  KEY_CHECK: ask("voice-provider-check", { body: { api_key: "a1b2c3d4" } }),
  PAYMENT: (payer) => account.comeBack(payer),
  async QUOTE_PDF(payer) {
    const wish = { addressee: "株式会社テスト商事", department: "", person: "", months: 1 };
    account.portal.become("create-quote");
    const { id } = await makeQuote(payer.sub, await account.recordOf(payer), wish);
    return ask("quote-pdf", { query: { id } })(payer);
  },
  SETUP_SESSION: (payer) => account.setUp(payer),
  SIGN_IN_METHODS: ask("sign-in-methods", { body: { access_token: "a.b.c" } }),
};

test.each(Object.entries(calls))(
  "%s: the last call of an hour is answered, the next one refused before a provider is asked",
  async (name, call) => {
    const [owner] = await account.upgradedPayer("card");
    const count = customerLimits[name as CustomerLimit] - 1;
    await account.portal.put({ pk: `RATE#${name}#${owner.sub}`, sk: endOfHour(), count });
    expect((await call(owner)).status).not.toBe(429);
    account.portal.requests.clear();
    const { status, json, headers } = await call(owner);
    expect([status, json.error.code]).toEqual(tooMany);
    expect(Number(headers["retry-after"])).toBeGreaterThan(0);
    for (const service of ["stripe", "vonage"] as const)
      expect(account.portal.requests.list(service)).toEqual([]);
  },
);
