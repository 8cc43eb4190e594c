import { expect, test } from "vitest";
import type * as z from "zod/mini";
import { emailForm, forgotPasswordForm, signInForm } from "#shared/customer/customer.ts";

const messageOf = (schema: z.ZodMiniType, value: unknown): string | undefined =>
  schema.safeParse(value).error?.issues[0]?.message;

test.each([
  ["", "メールアドレス は必須です。"],
  ["   ", "メールアドレス は必須です。"],
  ["taro@example", "メールアドレスの形式が正しくありません。"],
  ["ta ro@example.jp", "メールアドレスの形式が正しくありません。"],
  ["taro@@example.jp", "メールアドレスの形式が正しくありません。"],
  ["taro@example.jp", undefined],
  ["ｔａｒｏ＠ｅｘａｍｐｌｅ．ｊｐ", undefined],
])("the e-mail change takes %j or says what is wrong", (email, message) => {
  expect(messageOf(emailForm, { email })).toBe(message);
});

test.each([
  ["", "ログインIDを入力してください。"],
  ["　", "ログインIDを入力してください。"],
  ["demo-user", undefined],
])("the forgotten password asks for the login ID: %j", (loginId, message) => {
  expect(messageOf(forgotPasswordForm, { loginId })).toBe(message);
});

test("sign-in needs both, and takes a login ID as it was once registered", () => {
  expect(messageOf(signInForm, { loginId: "", password: "x" })).toBe("ログインID は必須です。");
  expect(messageOf(signInForm, { loginId: "demo-user", password: "" })).toBe("パスワード は必須です。");
  expect(signInForm.parse({ loginId: " ｄｅｍｏ ", password: " p " })).toEqual({
    loginId: "demo",
    password: " p ",
  });
});
