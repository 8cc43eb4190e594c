/** A token outlives its account by up to 15 minutes: nothing can be written with it. */
import { describe, expect, test } from "vitest";
import { handler as closeAccount } from "#functions/api/account.ts";
import { handler as postContract } from "#functions/api/post-contract.ts";
import { handler as postUser } from "#functions/api/post-user.ts";
import { rsaKeyBase64 } from "#test/support/rsa-keys.ts";
import { deleteAccount, disableAccount, replaceAccount, unconfirmAccount } from "../support/accounts.ts";
import { eventOf } from "../support/events.ts";
import { type Operation, startLicenceKeys } from "../support/licence-keys.ts";
import { contact, type Payer } from "../support/paying.ts";
import { claimsOf, newPerson, type Person, signupOf } from "../support/people.ts";
import type { Reply } from "../support/portal.ts";
import { verifyPhone } from "../support/verified-phone.ts";

const account = await startLicenceKeys();

const post = (person: Person, body: object): Promise<Reply> =>
  account.portal.call("post-user", postUser, eventOf({ claims: claimsOf(person), body }));
const credentials = { applicationId: "0a1b2c3d-0000-4000-8000-0123456789ab", apiKey: "b1b2c3d4" };
const upgrade = {
  operation: "upgrade",
  ...credentials,
  apiSecret: "Secret123456",
  privateKey: rsaKeyBase64(),
  billingChargeName: contact.billing_charge_name,
  billingPhoneNumber: contact.billing_phone_number,
  billingEmail: contact.billing_email,
};

interface Attempt {
  owner: Payer;
  write: () => Promise<Reply>;
}
const onTrial = async (write: (owner: Payer) => Promise<Reply>): Promise<Attempt> => {
  const owner = await account.newOwner();
  return { owner, write: () => write(owner) };
};
const onStandard = async (write: (owner: Payer) => Promise<Reply>): Promise<Attempt> => {
  const owner = await account.newStandardOwner();
  return { owner, write: () => write(owner) };
};

async function withKey(operation: Operation): Promise<Attempt> {
  const owner = await account.newHolder();
  return { owner, write: () => account.order(owner, operation) };
}

async function toSignUp(): Promise<Attempt> {
  const person = newPerson();
  const { loginId: userName, sub, email } = person;
  account.portal.cognito.seedUser({ userName, sub, email, password: "Correct-Horse-1" });
  const requestId = await verifyPhone(account.portal, person);
  return {
    owner: { ...person, customerId: "" },
    write: () => post(person, signupOf(person, requestId)),
  };
}

async function toChangePhone(): Promise<Attempt> {
  const owner = await account.newOwner();
  const { phoneNumber, address } = newPerson();
  const requestId = await verifyPhone(account.portal, { ...owner, phoneNumber, address });
  return { owner, write: () => account.update(owner, { chargePhoneNumber: phoneNumber, requestId }) };
}

async function toComeBack(): Promise<Attempt> {
  const owner = await account.newOwner();
  const { json } = await account.card(owner);
  account.emulator.decide(json.checkout_session_id, { outcome: "paid" });
  return { owner, write: () => account.comeBack(owner) };
}

/** With a password that was entered a moment ago. */
const recentEvent = (owner: Payer, operation: string) =>
  eventOf({
    claims: { ...claimsOf(owner), auth_time: String(Math.floor(Date.now() / 1000)) },
    body: { operation },
  });

async function toCancel(): Promise<Attempt> {
  const owner = await account.newOwner();
  await account.invoice(owner);
  const event = recentEvent(owner, "cancel");
  return { owner, write: () => account.portal.call("post-contract", postContract, event) };
}

const attempts: readonly (readonly [string, () => Promise<Attempt>])[] = [
  ["sign-up", toSignUp],
  ["update of the phone", toChangePhone],
  ["update of the contact", () => onTrial((owner) => account.update(owner, { city: "港区" }))],
  ["update of the e-mail", () => onTrial((owner) => account.update(owner, { email: owner.email }))],
  ["update of the credentials", () => onStandard((owner) => account.update(owner, credentials))],
  ["what an upgrade needs", () => onTrial((owner) => post(owner, upgrade))],
  ["a page for another card", () => onStandard((owner) => account.setUp(owner))],
  ["a page to pay on", () => onTrial((owner) => account.card(owner))],
  ["a contract by card", toComeBack],
  ["a look at the licence key", () => withKey("reveal")],
  ["another licence key", () => withKey("reissue")],
  ["the end of the contract", toCancel],
  [
    "the closing of the account",
    () => onTrial((owner) => account.portal.call("account", closeAccount, recentEvent(owner, "close"))),
  ],
  ["a contract by invoice", () => onTrial((owner) => account.invoice(owner))],
];
const states = [
  ["deleted", deleteAccount],
  ["disabled", disableAccount],
  ["not confirmed", unconfirmAccount],
  ["another one's by now", replaceAccount],
] as const;

describe.each(attempts)("%s", (_, prepare) => {
  test.each(states)("is refused when the account is %s", async (_state, change) => {
    const { owner, write } = await prepare();
    // The portal's first call gives an account to who has none.
    await account.portal.call("post-user", postUser, eventOf({ claims: claimsOf(owner), body: {} }));
    await change(account.portal, owner);
    const { status, json } = await account.expectNothingWritten(write);
    expect([status, json.error.code]).toEqual([401, "unauthorized"]);
  });

  test("waits for a pool that fails, and is done once it answers", async () => {
    const { write } = await prepare();
    account.portal.faults.add({ service: "cognito", status: 500, times: 3 });
    expect((await account.expectNothingWritten(write)).status).toBe(503);
    expect((await write()).status).toBe(200);
  });
});
