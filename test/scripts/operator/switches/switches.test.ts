/** Stopped requests are refused from the next one on, until an operator starts them again. */
import type { PreSignUpTriggerEvent } from "aws-lambda";
import { expect, test } from "vitest";
import { handler as preSignUp } from "#functions/triggers/pre-sign-up.ts";
import { contextOf } from "#test/functions/support/events.ts";
import { newPerson } from "#test/functions/support/people.ts";
import { send } from "#test/functions/support/verified-phone.ts";
import { startOperator } from "#test/scripts/support/operator.ts";

const desk = await startOperator();
const because = ["--reason", "SMSの不正利用"];

async function signUp(): Promise<unknown> {
  const { loginId: userName, email } = newPerson();
  const event = {
    userName,
    triggerSource: "PreSignUp_SignUp",
    request: { userAttributes: { email } },
    response: {},
  } as unknown as PreSignUpTriggerEvent;
  desk.portal.become("pre-sign-up");
  return preSignUp(event, contextOf("pre-sign-up"));
}

test.each([
  ["sms", "SMSの送信を停止しています"],
  ["sign-up", "新規登録の受付を停止しています"],
])("a stopped %s sends no code and counts nothing; started again, it does", async (name, sentence) => {
  const person = newPerson();
  await desk.run("stop", name, ...because);
  const before = await desk.portal.everything();
  desk.portal.requests.clear();
  const { status, json } = await send(desk.portal, person);
  expect([status, json.error.message]).toEqual([503, expect.stringContaining(sentence)]);
  expect(await desk.portal.everything()).toEqual(before);
  expect(desk.portal.requests.list("vonage")).toEqual([]);
  if (name === "sign-up") await expect(signUp()).rejects.toThrow(sentence);
  else await signUp();
  await desk.run("start", name, "--reason", "対応完了");
  expect((await send(desk.portal, person)).status).toBe(200);
  await signUp();
});

test("switches shows what is stopped, by whom and why, and refuses to repeat it", async () => {
  await desk.run("stop", "sms", "--reason", "Vonage障害");
  const [sms, signUps, , latest] = (await desk.run("switches")).split("\n");
  expect(sms).toMatch(/^sms +stopped since \d{4}-\d\d-\d\d \d\d:\d\d:\d\d by \S+@\S+: Vonage障害$/);
  expect(signUps).toMatch(/^sign-up +running$/);
  expect(latest?.split(/ {2,}/).slice(1, 3)).toEqual(["sms", "stopped"]);
  await expect(desk.run("stop", "sms", ...because)).rejects.toThrow("sms is stopped already");
  await desk.run("start", "sms", ...because);
  await expect(desk.run("start", "sms", ...because)).rejects.toThrow("sms is not stopped.");
});
