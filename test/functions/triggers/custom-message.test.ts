import type { CustomMessageTriggerEvent } from "aws-lambda";
import { describe, expect, test } from "vitest";
import { storePendingEmailChange } from "#functions/account/email-change-table.ts";
import { allowEmailChange } from "#functions/activity/activity-table.ts";
import { updateItem, writeTogether } from "#functions/platform/table.ts";
import { handler } from "#functions/triggers/custom-message.ts";
import { mailRefusals } from "#shared/messages.ts";
import { contextOf, triggerEventOf } from "../support/events.ts";
import { newPerson } from "../support/people.ts";
import { advance, beginDay, startPortal } from "../support/portal.ts";

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

const newAddress = "CustomMessage_UpdateUserAttribute";
const sameAddress = "CustomMessage_VerifyUserAttribute";

async function prove(sub = ""): Promise<void> {
  portal.become("account");
  await writeTogether([allowEmailChange(sub)]);
}

/** A new address is set by somebody who has entered the password a moment ago, unless `isProven` says otherwise. */
async function answer(event: CustomMessageTriggerEvent, isProven = true) {
  const { sub = "" } = event.request.userAttributes;
  if (isProven && event.triggerSource === newAddress) await prove(sub);
  portal.become("custom-message");
  if (isProven && event.triggerSource === sameAddress) await storePendingEmailChange(sub, event.userName);
  return handler(event, contextOf("custom-message"));
}

const reasons: readonly (readonly [reason: string, subject: string, words: RegExp])[] = [
  ["SignUp", "メールアドレス認証コードのお知らせ", /認証コードは \{####\} です。/],
  ["ResendCode", "メールアドレス認証コードのお知らせ", /認証コードは \{####\} です。/],
  ["ForgotPassword", "パスワード再設定の認証コードのお知らせ", /認証コードは \{####\} です。/],
  [
    "UpdateUserAttribute",
    "メールアドレス変更の認証コードのお知らせ",
    /新しいメールアドレスの認証コードは \{####\} です。/,
  ],
  [
    "VerifyUserAttribute",
    "メールアドレス変更の認証コードのお知らせ",
    /新しいメールアドレスの認証コードは \{####\} です。/,
  ],
  ["AdminCreateUser", "アカウントのお知らせ", /ログインID：\{username\}<br>\n仮パスワード：\{####\}/],
  ["Authentication", "ログイン認証コードのお知らせ", /認証コードは \{####\} です。/],
];

describe.each(reasons)("%s", (reason, subject, words) => {
  test("has its own text, as the HTML that Cognito sends", async () => {
    const event = eventOf(reason);
    const { emailSubject, emailMessage, smsMessage } = (await answer(event)).response;
    expect(emailSubject).toBe(`【電話連携プラグイン】${subject}`);
    expect(emailMessage).toMatch(words);
    expect(emailMessage?.replaceAll("<br>\n", "")).not.toMatch(/[<\n]/);
    expect(smsMessage).toContain("{####}");
    expect(smsMessage?.length).toBeLessThanOrEqual(140);
    // Cognito refuses a message for a new account that does not name both.
    if (reason === "AdminCreateUser") expect(smsMessage).toContain("{username}");
  });
});

test("a reason that is new to us keeps the pool's own words", async () => {
  const { response } = await answer(eventOf("Tomorrow"));
  expect(response).toEqual({ smsMessage: null, emailMessage: null, emailSubject: null });
});

const rowOf = ({ sub }: { sub: string }) => portal.item("EMAIL_CHANGES", sub);

test.each(["UpdateUserAttribute", "VerifyUserAttribute"])(
  "%s is watched for a day and an hour",
  async (reason) => {
    const person = newPerson();
    await answer(eventOf(reason, person));
    expect(await rowOf(person)).toEqual({
      pk: "EMAIL_CHANGES",
      sk: person.sub,
      loginId: person.loginId,
      sentAt: Date.now(),
      isRefused: false,
      checkedAt: 0,
      leaseUntil: 0,
      attempts: 0,
      revision: expect.any(Number),
      expiresAt: Math.ceil(Date.now() / 1000) + 25 * 60 * 60,
    });
  },
);

test.each(["SignUp", "ResendCode", "ForgotPassword", "AdminCreateUser", "Authentication"])(
  "%s is not watched",
  async (reason) => {
    const person = newPerson();
    await answer(eventOf(reason, person));
    expect(await rowOf(person)).toBeUndefined();
  },
);

test("a code for a new address is not sent if its row cannot be stored, and the message says what to do", async () => {
  const person = newPerson();
  await prove(person.sub);
  portal.faults.add({ service: "dynamodb", operation: "TransactWriteItems", skip: 1, status: 500, times: 3 });
  await expect(answer(eventOf("UpdateUserAttribute", person), false)).rejects.toThrow(
    "ただいまメールアドレスを変更できません。時間をおいてからもう一度お試しください。",
  );
});

test.each([
  ["ResendCode", 3, 5],
  ["ForgotPassword", 5, 10],
  ["UpdateUserAttribute", 5, 10],
  ["VerifyUserAttribute", 5, 10],
])(
  "an account gets %s %i times an hour and %i times a day, whatever others of its address get",
  async (reason, perHour, perDay) => {
    beginDay();
    const person = newPerson();
    const ask = () => answer(eventOf(reason, person));
    for (let count = 0; count < perHour; count += 1) await ask();
    await expect(ask()).rejects.toThrow(mailRefusals.hour);
    expect(portal.logged.filter((line) => line.includes('"CodesRefused":1'))).toHaveLength(1);
    await answer(eventOf(reason, { ...newPerson(), email: person.email }));
    for (let count = perHour; count < perDay; count += 1) {
      advance(2 * 60 * 60_000);
      await ask();
    }
    advance(2 * 60 * 60_000);
    await expect(ask()).rejects.toThrow(mailRefusals.day);
  },
);

test("a stranger who asks for new passwords of a login ID does not use up its owner's codes for a new address", async () => {
  const owner = newPerson();
  for (const _ of [1, 2, 3, 4, 5]) await answer(eventOf("ForgotPassword", owner));
  await expect(answer(eventOf("ForgotPassword", owner))).rejects.toThrow(mailRefusals.hour);
  expect((await answer(eventOf("UpdateUserAttribute", owner))).response.emailMessage).toContain("{####}");
});

test("no code goes to a new address without a password of the last ten minutes, and nothing is watched", async () => {
  const person = newPerson();
  const asked = () => answer(eventOf("UpdateUserAttribute", person), false);
  await expect(asked()).rejects.toThrow("パスワードの確認が必要です。");
  expect(await rowOf(person)).toBeUndefined();
  await answer(eventOf("UpdateUserAttribute", person));
  advance(9 * 60_000);
  await asked();
  advance(2 * 60_000);
  await expect(asked()).rejects.toThrow("パスワードの確認が必要です。");
});

test("a code is sent again for a day, and only of an address that was allowed", async () => {
  const person = newPerson();
  const again = () => answer(eventOf("VerifyUserAttribute", person), false);
  const other = () => answer(eventOf("UpdateUserAttribute", person), false);
  const unproven = "パスワードの確認が必要です。";
  await expect(again()).rejects.toThrow(unproven);
  await answer(eventOf("UpdateUserAttribute", person));
  advance(11 * 60_000);
  await again();
  // The user pool may hold the refused address by now.
  await expect(other()).rejects.toThrow(unproven);
  await expect(again()).rejects.toThrow(unproven);
  await answer(eventOf("UpdateUserAttribute", person));
  await again();
  advance(24 * 60 * 60_000 + 1);
  await expect(again()).rejects.toThrow(unproven);
});

test("it may write what it has to and no customer's record", async () => {
  const pk = `CUSTOMER#${newPerson().sub}` as const;
  portal.become("custom-message");
  const write = updateItem({ update: { pk, sk: "PROFILE" }, set: { plan: "x" } });
  await expect(write).rejects.toThrow();
  expect(await portal.item(pk, "PROFILE")).toBeUndefined();
});
