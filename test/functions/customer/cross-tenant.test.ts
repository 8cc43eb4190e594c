/** Two customers: whatever one says that is the other's is refused, and nothing of the other changes or shows. */

import { beforeAll, expect, test } from "vitest";
import { handler as getUser } from "#functions/api/get-user.ts";
import { handler as postUser } from "#functions/api/post-user.ts";
import { rsaKeyBase64 } from "#test/support/rsa-keys.ts";
import { startAccount } from "../support/account.ts";
import { eventOf } from "../support/events.ts";
import { type Payer, successPath } from "../support/paying.ts";
import { claimsOf, newPerson, signupOf } from "../support/people.ts";
import type { Reply } from "../support/portal.ts";
import { verifyPhone } from "../support/verified-phone.ts";

const account = await startAccount();
let me: Payer;
let other: Payer;
let usedRequest: string;

const canaries = {
  apiSecret: "Canary1apiSecret",
  basicPassword: "Canary2basicPassword",
  privateKey: rsaKeyBase64(),
};

beforeAll(async () => {
  [me, other] = [await account.newStandardOwner(), await account.newStandardOwner()];
  const someone = newPerson();
  usedRequest = await verifyPhone(account.portal, someone);
  const change = { chargePhoneNumber: someone.phoneNumber, requestId: usedRequest, ...canaries };
  await account.update(other, change);
  other = { ...other, phoneNumber: someone.phoneNumber };
});

const get = (name: string) =>
  account.portal.call("get-user", getUser, eventOf({ claims: claimsOf(me), query: { name } }));
const post = (body: object, claims: Record<string, unknown> = claimsOf(me)) =>
  account.portal.call("post-user", postUser, eventOf({ claims, body }));

const attempts: readonly (readonly [what: string, status: number, attempt: () => Promise<Reply>])[] = [
  ["record", 403, () => get(other.loginId)],
  ["record, by its sub", 403, () => get(other.sub)],
  ["record, by its customer id", 403, () => get(other.customerId)],
  ["address", 403, () => account.update(me, { email: other.email })],
  ["number", 403, () => account.update(me, { chargePhoneNumber: other.phoneNumber })],
  [
    "number with its used verification",
    403,
    () => account.update(me, { chargePhoneNumber: other.phoneNumber, requestId: usedRequest }),
  ],
  [
    "customer id in a checkout",
    403,
    () => account.card(me, successPath(), { customer_id: other.customerId }),
  ],
  ...["sub", "customerId", "loginId", "name", "stripeCustomerId"].map(
    (key) =>
      [`${key} in an update`, 400, () => account.update(me, { city: "港区", [key]: other.sub })] as const,
  ),
  ["record without a token", 401, () => post({ operation: "update", city: "港区" }, {})],
  [
    "record with an access token",
    401,
    () => post({ operation: "update", city: "港区" }, { ...claimsOf(other), token_use: "access" }),
  ],
];

test.each(attempts)("the other's %s: %i, and nothing is written", async (_, status, attempt) => {
  const { text, ...reply } = await account.expectNothingWritten(attempt);
  expect(reply.status).toBe(status);
  for (const known of [other.email, other.phoneNumber, "株式会社"]) expect(text).not.toContain(known);
});

test("a sign-up with another customer's verification changes nothing", async () => {
  const signup = { ...signupOf(other, usedRequest), email: me.email };
  const { json } = await account.expectNothingWritten(() => post(signup));
  expect(json.result.customerId).toBe(me.customerId);
});
