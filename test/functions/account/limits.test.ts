/** One customer's limits in an hour. */

import { PutItemCommand } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import { expect, test } from "vitest";
import { identifiers } from "#scripts/local/identifiers.ts";
import { hourMs } from "#shared/durations.ts";
import { startAccount } from "../support/account.ts";
import type { Payer } from "../support/paying.ts";
import { advance } from "../support/portal.ts";

const account = await startAccount();
const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
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
  const end = new Date(Math.ceil((Date.now() + 1) / hourMs) * hourMs).toISOString();
  const Item = marshall({ pk: `RATE#CHANGE#${owner.sub}`, sk: end, count: 59 });
  await account.portal.dynamodb.send(new PutItemCommand({ TableName: identifiers.tableName, Item }));
  expect((await account.update(owner, { city: "港区" })).status).toBe(200);
  const refused = await account.expectNothingWritten(() => account.update(owner, { city: "千代田区" }));
  expect([refused.status, refused.json.error.code]).toEqual(tooMany);
  expect((await account.update(owner, { city: "港区" })).status).toBe(200);
});

test("ten pages for another card, and Stripe is not asked for more", async () => {
  const owner = await account.newStandardOwner();
  for (const _ of numbers(10)) expect((await account.setUp(owner)).status).toBe(200);
  account.portal.requests.clear();
  const { status, json } = await account.setUp(owner);
  expect([status, json.error.code]).toEqual(tooMany);
  expect(account.portal.requests.list("stripe")).toEqual([]);
});

test.each([
  ["CONTRACT_READ", 1000, (payer: Payer) => account.contract(payer)],
  ["CHECKOUT", 60, (payer: Payer) => account.card(payer)],
  ["PAYMENT", 120, (payer: Payer) => account.comeBack(payer)],
] as const)(
  "%s: the call after the limit of an hour is refused before Stripe is asked",
  async (name, most, call) => {
    const owner =
      name === "CONTRACT_READ" ? (await account.upgradedPayer("card"))[0] : await account.newOwner();
    const end = new Date(Math.ceil((Date.now() + 1) / hourMs) * hourMs).toISOString();
    const Item = marshall({ pk: `RATE#${name}#${owner.sub}`, sk: end, count: most });
    await account.portal.dynamodb.send(new PutItemCommand({ TableName: identifiers.tableName, Item }));
    account.portal.requests.clear();
    const { status, json, headers } = await call(owner);
    expect([status, json.error.code]).toEqual(tooMany);
    expect(Number(headers["retry-after"])).toBeGreaterThan(0);
    expect(account.portal.requests.list("stripe")).toEqual([]);
  },
);
