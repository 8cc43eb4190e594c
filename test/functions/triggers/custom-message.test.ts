import type { CustomMessageTriggerEvent } from "aws-lambda";
import { describe, expect, test } from "vitest";
import { createEmailTicket } from "#functions/account/email-change-table.ts";
import { signedOut } from "#functions/activity/password-table.ts";
import { hash } from "#functions/platform/networks.ts";
import { updateItem } from "#functions/platform/table.ts";
import { handler } from "#functions/triggers/custom-message.ts";
import { mailRefusals } from "#shared/messages.ts";
import { contextOf, triggerEventOf } from "../support/events.ts";
import { newPerson } from "../support/people.ts";
import { advance, beginDay, startPortal } from "../support/portal.ts";
import { counted } from "../support/replies.ts";

const portal = await startPortal();

type Source = CustomMessageTriggerEvent["triggerSource"];
const eventOf = (reason: string, person = newPerson()) =>
  triggerEventOf<CustomMessageTriggerEvent>(`CustomMessage_${reason}` as Source, person, {
    request: {
      codeParameter: "{####}",
      usernameParameter: reason === "AdminCreateUser" ? "{username}" : null,
      linkParameter: "",
    },
    response: { smsMessage: null, emailMessage: null, emailSubject: null },
  });

const newAddress = "UpdateUserAttribute";

/** Of a session whose password was entered a moment ago. */
async function ticketOf({ sub = "" }): Promise<string> {
  portal.become("account");
  return createEmailTicket({ sub, originJti: "", signedInAt: Date.now() }, newPerson().email);
}

async function answer(event: CustomMessageTriggerEvent, clientMetadata?: Record<string, string>) {
  portal.become("custom-message");
  const request = { ...event.request, ...(clientMetadata && { clientMetadata }) };
  return handler({ ...event, request } as CustomMessageTriggerEvent, contextOf("custom-message"));
}

/** With a ticket where one is wanted. */
async function answerFor(reason: string, person = newPerson()) {
  const metadata = reason === newAddress ? { ticket: await ticketOf(person) } : undefined;
  return answer(eventOf(reason, person), metadata);
}

/** Asks for a code to a new address. */
const ask = (person: ReturnType<typeof newPerson>, ticket: string) =>
  answer(eventOf(newAddress, person), { ticket });

const refused = "安全のため、認証コードを送信できませんでした。もう一度お試しください。";

const reasons: readonly (readonly [reason: string, subject: string, words: RegExp])[] = [
  ["SignUp", "メールアドレス認証コードのお知らせ", /お申し込みのメールアドレスの認証コード/],
  ["ResendCode", "メールアドレス認証コードのお知らせ", /お申し込みのメールアドレスの認証コード/],
  ["ForgotPassword", "パスワード再設定の認証コードのお知らせ", /パスワードは変更されません。/],
  ["UpdateUserAttribute", "メールアドレス変更の認証コードのお知らせ", /新しいメールアドレスの認証コード/],
  [
    "AdminCreateUser",
    "アカウント発行のお知らせ",
    /ログインID<[\s\S]+>\{username\}<[\s\S]+>仮パスワード<[\s\S]+>\{####\}</,
  ],
  ["Authentication", "ログイン認証コードのお知らせ", /3分以内に入力してください。/],
];

const rowOf = ({ sub }: { sub: string }) => portal.item("EMAIL_CHANGES", sub);

test.each(reasons)("%s has its own text, as the HTML that Cognito sends", async (reason, subject, words) => {
  const person = newPerson();
  const { emailSubject, emailMessage, smsMessage } = (await answerFor(reason, person)).response;
  expect(emailSubject).toBe(`【電話連携プラグイン】${subject}`);
  expect(emailMessage).toMatch(words);
  expect(emailMessage).toMatch(/^<!doctype html>/);
  // Cognito replaces one, and takes 20,000 characters.
  expect(emailMessage?.split("{####}")).toHaveLength(2);
  expect(emailMessage?.length).toBeLessThan(5000);
  expect(smsMessage).toContain("{####}");
  expect(smsMessage?.length).toBeLessThanOrEqual(140);
  // Cognito refuses a message for a new account that does not name both.
  if (reason === "AdminCreateUser") expect(smsMessage).toContain("{username}");
  // No other code is followed.
  expect((await rowOf(person)) !== undefined).toBe(reason === newAddress);
});

test("a reason that is new to us keeps the pool's own words", async () => {
  const { response } = await answer(eventOf("Tomorrow"));
  expect(response).toEqual({ smsMessage: null, emailMessage: null, emailSubject: null });
});

test("a code for a new address is followed for a day and an hour", async () => {
  const person = newPerson();
  await answerFor(newAddress, person);
  expect(await rowOf(person)).toEqual({
    pk: "EMAIL_CHANGES",
    sk: person.sub,
    loginId: person.loginId,
    sentAt: Date.now(),
    before: hash(person.email),
    nextAttemptAt: 0,
    lockedUntil: 0,
    attempts: 0,
    revision: expect.any(Number),
    expiresAt: Math.ceil(Date.now() / 1000) + 25 * 60 * 60,
  });
});

test("a code for a new address is not sent if its row cannot be stored", async () => {
  const person = newPerson();
  const ticket = await ticketOf(person);
  portal.faults.add({ service: "dynamodb", operation: "TransactWriteItems", status: 500, times: 3 });
  await expect(ask(person, ticket)).rejects.toThrow(
    "ただいまメールアドレスを変更できません。時間をおいて、もう一度お試しください。",
  );
  // The ticket is still good.
  await ask(person, ticket);
});

const refusals = () => counted(portal, "CodesRefused");

test.each([
  ["ResendCode", 3, 5, "week"],
  ["ForgotPassword", 5, 10, "day"],
  [newAddress, 5, 10, "day"],
] as const)("an account gets %s %i times an hour and %i a %s", async (reason, perHour, most, period) => {
  beginDay();
  const person = newPerson();
  for (let count = 0; count < perHour; count += 1) await answerFor(reason, person);
  await expect(answerFor(reason, person)).rejects.toThrow(mailRefusals.hour);
  expect(refusals()).toBe(1);
  await answerFor(reason, { ...newPerson(), email: person.email });
  for (let count = perHour; count < most; count += 1) {
    advance(2 * 60 * 60_000);
    await answerFor(reason, person);
  }
  advance(2 * 60 * 60_000);
  await expect(answerFor(reason, person)).rejects.toThrow(mailRefusals[period]);
});

test("ResendCode keeps no account for a week, although each code keeps it for a day", async () => {
  const person = newPerson();
  let hours = 0;
  for (; hours < 10 * 24; hours += 23) {
    advance(23 * 60 * 60_000);
    const isSent = await answerFor("ResendCode", person).then(
      () => true,
      () => false,
    );
    if (!isSent) break;
  }
  expect(hours).toBeLessThan(7 * 24);
});

test("a stranger who asks for passwords uses up none of the owner's other codes", async () => {
  const owner = newPerson();
  for (const _ of [1, 2, 3, 4, 5]) await answerFor("ForgotPassword", owner);
  await expect(answerFor("ForgotPassword", owner)).rejects.toThrow(mailRefusals.hour);
  expect((await answerFor(newAddress, owner)).response.emailMessage).toContain("{####}");
});

const mails = async () => {
  const rows = (await portal.everything()).filter(({ pk }) => /^RATE#MAIL#PORTAL/.test(String(pk)));
  return rows.reduce((sum, { count }) => sum + Number(count), 0);
};

const countedCodes = ["ResendCode", "ForgotPassword", newAddress];
test.each(countedCodes)("%s is one mail when Cognito repeats its call", async (reason) => {
  const person = newPerson();
  const newRequest = async () => (reason === newAddress ? { ticket: await ticketOf(person) } : undefined);
  const before = await mails();
  const request = await newRequest();
  for (const isKilled of [true, true, false]) {
    // As often as the SDK tries. A ticket is redeemed by the same write.
    if (isKilled && reason !== newAddress)
      portal.faults.add({ service: "dynamodb", operation: "UpdateItem", status: 500, times: 3 });
    await answer(eventOf(reason, person), request);
    advance(5000);
  }
  expect((await mails()) - before).toBe(1);
  await answer(eventOf(reason, person), await newRequest());
  expect((await mails()) - before).toBe(2);
});

describe("a ticket", () => {
  test.each([
    ["without one", () => undefined],
    ["with one that was made up", () => ({ ticket: "made up" })],
    ["with an empty one", () => ({ ticket: "" })],
    ["with another account's", async () => ({ ticket: await ticketOf(newPerson()) })],
  ])("%s no code is sent, and nothing is written or counted", async (_, metadata) => {
    const person = newPerson();
    const given = await metadata();
    const before = await portal.everything();
    for (const __ of [1, 2, 3, 4, 5, 6])
      await expect(answer(eventOf(newAddress, person), given)).rejects.toThrow(refused);
    expect(await portal.everything()).toEqual(before);
    // An alarm compares these with Lambda's errors.
    expect(refusals()).toBe(6);
    await answerFor(newAddress, person);
  });

  test("is good for two minutes", async () => {
    const person = newPerson();
    const [early, late] = [await ticketOf(person), await ticketOf(person)];
    advance(119_000);
    await ask(person, early);
    advance(1000);
    await expect(ask(person, late)).rejects.toThrow(refused);
  });

  test("is for one code; Cognito may repeat its call for half a minute", async () => {
    const person = newPerson();
    const ticket = await ticketOf(person);
    await Promise.all([ask(person, ticket), ask(person, ticket)]);
    advance(29_000);
    await ask(person, ticket);
    advance(1000);
    await expect(ask(person, ticket)).rejects.toThrow(refused);
  });

  test("counts no more once the sessions of its time were ended", async () => {
    const person = newPerson();
    const stolen = await ticketOf(person);
    advance(2000);
    portal.become("operator");
    await updateItem(signedOut(person.sub));
    await expect(ask(person, stolen)).rejects.toThrow(refused);
    await answerFor(newAddress, person);
  });

  test("sends no code again: Cognito would mail it to whatever address it holds", async () => {
    const person = newPerson();
    const ticket = await ticketOf(person);
    await expect(answer(eventOf("VerifyUserAttribute", person), { ticket })).rejects.toThrow(refused);
    await ask(person, ticket);
  });

  test("is not in the table", async () => {
    const person = newPerson();
    const ticket = await ticketOf(person);
    expect(Buffer.from(ticket, "base64url")).toHaveLength(32);
    await ask(person, ticket);
    expect(JSON.stringify([await portal.everything(), portal.logged])).not.toContain(ticket);
  });
});
