import type { PreSignUpTriggerEvent } from "aws-lambda";
import { expect, test } from "vitest";
import { handler } from "../../../functions/triggers/pre-sign-up.ts";
import { messages } from "../../../shared/messages.ts";

const eventOf = (userName: string) => ({ userName, response: {} }) as PreSignUpTriggerEvent;

test.each(["taro", "TARO2", "1", "a".repeat(128)])("%s may sign up", async (userName) => {
  const event = eventOf(userName);
  expect(await handler(event)).toBe(event);
});

test.each([
  "",
  " taro",
  "taro ",
  "taro-1",
  "taro@example.com",
  "ｔａｒｏ",
  "太郎",
  "taro\n",
  "tаro",
  "a".repeat(129),
  "😀",
])("%j may not", async (userName) => {
  await expect(handler(eventOf(userName))).rejects.toThrow(messages.loginIdFormat);
});
