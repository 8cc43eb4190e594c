/** Customers' texts change only on purpose, and texts that the specification quotes never change. */
import { expect, test } from "vitest";
import { errorCodes } from "#shared/errors.ts";
import {
  failureMessages,
  mailRefusals,
  messages,
  requiredMessage,
  tooLongMessage,
} from "#shared/messages.ts";

/** Quoted by the specification (sections 5 and 8). */
const quoted: readonly (readonly [actual: string, specified: string])[] = [
  [requiredMessage("新しいパスワード"), "新しいパスワード は必須です。"],
  [messages.passwordTooShort, "パスワードは10文字以上です。"],
  [messages.passwordEqualsLoginId, "ログインIDと同じものは使用できません。"],
  [messages.passwordComposition, "大文字英字、小文字英字、数字、記号が各一つ以上必要です。"],
  [messages.passwordMismatch, "パスワードが一致しません。"],
  [failureMessages.notSignedIn, "ログイン情報がありません。再ログインしてください。"],
  [failureMessages.sessionExpired, "再ログインが必要です。"],
  [failureMessages.keyFileUnreadable, "秘密鍵の読み込みに失敗しました"],
  [failureMessages.keyFileNotText, "秘密鍵のエンコードに失敗しました"],
  [failureMessages.usernameExists, "すでに存在するユーザ名です。"],
  [failureMessages.verificationFailed, "認証に失敗しました。"],
  [failureMessages.resendFailed, "再送信に失敗しました。"],
];

test.each(quoted)("%s", (actual, specified) => {
  expect(actual).toBe(specified);
});

const updateHint = "A message changed. On purpose: npm run test:unit -- -u test/shared/messages";

test("every message is as it was when it was last agreed", async () => {
  const errors = Object.fromEntries(Object.entries(errorCodes).map(([code, { message }]) => [code, message]));
  const all = { messages, failureMessages, mailRefusals, errors, tooLong: tooLongMessage("部署名", 100) };
  await expect(`${JSON.stringify(all, null, 2)}\n`, updateHint).toMatchFileSnapshot("messages.json");
});

test("every message is a Japanese sentence", () => {
  const sentences = [messages, failureMessages, mailRefusals].flatMap((each) => Object.values<string>(each));
  const bare: readonly string[] = [failureMessages.keyFileUnreadable, failureMessages.keyFileNotText];
  for (const sentence of sentences.filter((each) => !bare.includes(each)))
    expect(sentence).toMatch(/[ぁ-ん].*。(（例：.+）)?$/);
});
