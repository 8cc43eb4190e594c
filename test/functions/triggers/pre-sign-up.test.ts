import type { CustomMessageTriggerEvent, PreSignUpTriggerEvent } from "aws-lambda";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { countCodeMail } from "#functions/mail/mail-limits.ts";
import { handler as customMessage } from "#functions/triggers/custom-message.ts";
import { handler } from "#functions/triggers/pre-sign-up.ts";
import { identifiers } from "#scripts/local/identifiers.ts";
import { mailRefusals, messages } from "#shared/messages.ts";
import { contextOf, triggerEventOf } from "../support/events.ts";
import { newPerson } from "../support/people.ts";
import { advance, startPortal } from "../support/portal.ts";
import { counted } from "../support/replies.ts";

const portal = await startPortal();
const refusals = () => counted(portal, "SignUpsRefused");

const eventOf = (userName: string, email = newPerson().email, triggerSource = "PreSignUp_SignUp") =>
  ({
    userPoolId: identifiers.userPoolId,
    userName,
    triggerSource,
    request: { userAttributes: { email } },
    response: {},
  }) as unknown as PreSignUpTriggerEvent;

function answer(event: PreSignUpTriggerEvent) {
  portal.become("pre-sign-up");
  return handler(event, contextOf("pre-sign-up"));
}

test.each(["taro", "TARO2", "1", "a".repeat(128)])("%s may sign up", async (userName) => {
  const event = eventOf(userName);
  expect(await answer(event)).toBe(event);
});

// The field's rule folds the last two.
test.each(["", "taro-1", " taro", "ｔａｒｏ"])("%j may not", async (userName) => {
  await expect(answer(eventOf(userName))).rejects.toThrow(messages.loginIdFormat);
  expect(refusals()).toBe(1);
});

test("an address gets five codes an hour and ten a day, for any account", async () => {
  const { email } = newPerson();
  const signUp = (to = email) => answer(eventOf(newPerson().loginId, to));
  for (const _ of [1, 2, 3, 4]) await signUp();
  await signUp(email.toUpperCase());
  expect(refusals()).toBe(0);
  await expect(signUp()).rejects.toThrow(mailRefusals.hour);
  expect(refusals()).toBe(1);
  await signUp(newPerson().email);
  for (let more = 0; more < 5; more += 1) {
    advance(2 * 60 * 60_000);
    await signUp();
  }
  expect(JSON.stringify(await portal.everything())).not.toContain(email);
});

type Spelled = (name: string, count: number) => string;
test.each<[string, Spelled]>([
  ["a tag", (name, count) => `${name}+${count}@example.com`],
  ["Gmail's dots", (name, count) => `${name.slice(0, count + 1)}.${name.slice(count + 1)}@gmail.com`],
])("spellings of one mailbox are one address: %s", async (_, spelled) => {
  const { loginId } = newPerson();
  const signUp = (count: number) => answer(eventOf(newPerson().loginId, spelled(loginId, count)));
  for (let count = 0; count < 5; count += 1) await signUp(count);
  await expect(signUp(5)).rejects.toThrow(mailRefusals.hour);
});

test("sign-ups with an address and the account that has it use up each their own codes", async () => {
  const owner = newPerson();
  const signUp = () => answer(eventOf(newPerson().loginId, owner.email));
  const ask = (reason: "ForgotPassword" | "ResendCode") => {
    portal.become("custom-message");
    const event = triggerEventOf<CustomMessageTriggerEvent>(`CustomMessage_${reason}`, owner, {
      request: { codeParameter: "{####}", usernameParameter: null, linkParameter: "" },
      response: { smsMessage: null, emailMessage: null, emailSubject: null },
    });
    return customMessage(event, contextOf("custom-message"));
  };
  for (let count = 0; count < 3; count += 1) await ask("ResendCode");
  for (let count = 0; count < 5; count += 1) await ask("ForgotPassword");
  for (let count = 0; count < 5; count += 1) await signUp();
  await expect(signUp()).rejects.toThrow(mailRefusals.hour);
  await expect(ask("ForgotPassword")).rejects.toThrow(mailRefusals.hour);
});

test("a sign-up that Cognito repeats is one mail; one with another login ID is not", async () => {
  await portal.reset();
  const event = eventOf(newPerson().loginId);
  const counts = async () =>
    (await portal.everything()).flatMap(({ pk, count }) =>
      /^RATE#MAIL#(ADDRESS|DAY#ADDRESS|PORTAL)/.test(String(pk)) ? [count] : [],
    );
  for (const _ of [1, 2, 3]) {
    await answer(event);
    advance(5000);
  }
  expect(await counts()).toEqual([1, 1, 1]);
  await answer(eventOf(newPerson().loginId, event.request.userAttributes.email));
  expect(await counts()).toEqual([2, 2, 2]);
  advance(15_000);
  await answer(event);
  expect(await counts()).toEqual([3, 3, 3]);
});

describe("a login ID that is taken, which Cognito refuses without a mail,", () => {
  const taken = newPerson();
  beforeEach(async () => {
    await portal.reset();
    portal.seedAccount(taken);
  });
  afterEach(() => portal.reset());

  test("is not counted, in any case of letters", async () => {
    const { email } = newPerson();
    for (const loginId of [taken.loginId, taken.loginId.toUpperCase()])
      for (const _ of [1, 2, 3]) await answer(eventOf(loginId, email));
    expect(await portal.everything()).toEqual([]);
    expect(portal.logged.join("")).not.toContain("CodeMails");
    for (let count = 0; count < 5; count += 1) await answer(eventOf(newPerson().loginId, email));
  });

  test("is refused like a free one at a limit and while sign-ups are stopped", async () => {
    const { email } = newPerson();
    for (let count = 0; count < 5; count += 1) await answer(eventOf(newPerson().loginId, email));
    await expect(answer(eventOf(taken.loginId, email))).rejects.toThrow(mailRefusals.hour);
    expect(refusals()).toBe(1);
    await portal.put({ pk: "SWITCH#SIGN-UP", sk: "STOPPED" });
    await expect(answer(eventOf(taken.loginId))).rejects.toThrow("停止");
  });

  test.each([
    { outcome: "fails", fault: { status: 500, times: 3 } },
    { outcome: "gets no answer within a second", fault: { delayMs: 60_000 } },
  ])("is counted when its lookup $outcome", async ({ fault }) => {
    portal.faults.add({ service: "cognito", operation: "AdminGetUser", ...fault });
    const answering = answer(eventOf(taken.loginId));
    await expect.poll(() => portal.faults.list()).toEqual([]);
    portal.letTimePass(1000);
    await answering;
    expect((await portal.everything()).length).toBeGreaterThan(0);
  });
});

test("an operator's new account is not counted; a sign-up without a count is refused", async () => {
  const { email } = newPerson();
  for (let count = 0; count < 6; count += 1)
    await answer(eventOf("taro", email, "PreSignUp_AdminCreateUser"));
  portal.faults.add({ service: "dynamodb", status: 500, times: 30 });
  await expect(answer(eventOf("taro", email))).rejects.toThrow(mailRefusals.unavailable);
});

test("the portal's limit leaves a fifth to confirmed accounts, and refuses nobody", async () => {
  const end = new Date(Math.ceil((Date.now() + 1) / 3_600_000) * 3_600_000).toISOString();
  await portal.put({ pk: "RATE#MAIL#PORTAL", sk: end, count: 400 });
  await expect(answer(eventOf("taro"))).rejects.toThrow(mailRefusals.unavailable);
  expect(refusals()).toBe(0);
  portal.become("custom-message");
  const { sub } = newPerson();
  await expect(countCodeMail("signUpAgain", sub)).rejects.toThrow(mailRefusals.unavailable);
  await countCodeMail("newPassword", sub);
});
