import { describe, expect, test } from "vitest";
import { messages } from "#shared/messages.ts";
import { accountForm, passwordChangeForm, passwordResetForm } from "#shared/password-forms.ts";
import { passwordRules } from "#shared/rules.ts";
import fc from "#test/support/property.ts";

interface Schema {
  safeParseAsync(value: unknown): Promise<{
    success: boolean;
    error?: { issues: readonly { path: readonly PropertyKey[]; message: string }[] } | undefined;
  }>;
}

/** Field to the sentences at it. */
async function sentences(schema: Schema, value: unknown): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  const { error } = await schema.safeParseAsync(value);
  for (const { path, message } of error?.issues ?? []) {
    const field = path.join(".");
    found[field] = [...(found[field] ?? []), message];
  }
  return found;
}

const good = "Passw0rd!-long";
const { passwordTooShort, passwordTooLong, passwordComposition, passwordMismatch, passwordEqualsLoginId } =
  messages;
const { passwordOuterSpaces, passwordContainsLoginId, passwordGuessable } = messages;

describe("sign-up, step 4", () => {
  const form = { loginId: "Taro12345!", email: "taro@example.com" };
  const check = (password: string, confirmPassword = password, loginId = "taro") =>
    sentences(accountForm, { ...form, loginId, password, confirmPassword });

  test.each([
    good,
    "Aa1!506798",
    `Aa1!${"wxyvk".repeat(50)}z`,
    `Aa1!${"wxyvk".repeat(50)}zz`,
    "Aa1 506798",
    "Aa1!あいうえおかき",
  ])("%.20s passes", async (password) => {
    expect(await check(password)).toEqual({});
  });

  test.each([
    ["Aa1!56789", passwordTooShort],
    ["aa1!567890", passwordTooShort],
    ["AA1!567890", passwordTooShort],
    ["Aaa!bcdefg", passwordTooShort],
    ["Aa12345678", passwordTooShort],
    ["Ａａ１！567890", passwordTooShort],
    [`Aa1!${"x".repeat(253)}`, passwordTooLong],
    [`Aa1!${"x".repeat(10_000)}`, passwordTooLong],
    [` ${good}`, passwordOuterSpaces],
    [`${good}\t`, passwordOuterSpaces],
  ])("%.20s is told off once", async (password, sentence) => {
    expect(await check(password)).toEqual({ password: [sentence] });
  });

  test("the login ID is no password", async () => {
    expect(await check("Taro123456", "Taro123456", "Taro123456")).toEqual({
      password: [passwordEqualsLoginId],
    });
  });

  test("the confirmation must be the same to the character", async () => {
    for (const other of [`${good} `, good.toLowerCase(), "Passw0rd!-lonɡ"]) {
      expect(await check(good, other)).toEqual({ confirmPassword: [passwordMismatch] });
    }
  });

  test.each([
    "Password1!",
    "P@ssw0rd2024",
    "Qwertyuiop1!",
    "Zaq12wsx!!",
    "Welcome@123",
    "Aa1!Aa1!Aa1!",
    "Kintone123!",
  ])("%s is guessed at once", async (password) => {
    expect(await check(password)).toEqual({ password: [passwordGuessable] });
  });

  test("a password with the login ID in any case is refused, unless that is short", async () => {
    expect(await check("x9TARO2shoji!w", undefined, "taro2Shoji")).toEqual({
      password: [passwordContainsLoginId],
    });
    expect(await check("x9tar!wQ44v", undefined, "tar")).toEqual({});
  });

  test("the address of the account is guessed as well", async () => {
    const address = { ...form, loginId: "abc", email: "wakamatsu@example.com" };
    const of = (password: string) => ({ ...address, password, confirmPassword: password });
    expect(await sentences(accountForm, of("Wakamatsu1!"))).toEqual({ password: [passwordGuessable] });
    expect(await sentences(accountForm, { ...of("Wakamatsu1!"), email: "other@example.com" })).toEqual({});
  });

  test("all four fields are required", async () => {
    expect(
      await sentences(accountForm, { loginId: "", password: "", confirmPassword: "", email: " " }),
    ).toEqual({
      loginId: ["ログインID は必須です。"],
      password: ["パスワード は必須です。"],
      confirmPassword: ["パスワード（確認） は必須です。"],
      email: ["メールアドレス は必須です。"],
    });
  });
});

describe("password reset", () => {
  const check = (newPassword: string, confirmPassword = newPassword, code = "123456") =>
    sentences(passwordResetForm("taro"), { code, newPassword, confirmPassword });

  test("takes a good one, and says what is wrong with a bad one", async () => {
    expect(await check(good)).toEqual({});
    expect(await check("Aa1!56789")).toEqual({ newPassword: [passwordTooShort] });
    expect(await check("aaaaaaaaaa")).toEqual({ newPassword: [passwordComposition] });
    expect(await check(`${good} `)).toEqual({ newPassword: [passwordOuterSpaces] });
    expect(await check(good, "other")).toEqual({ confirmPassword: [passwordMismatch] });
    expect(await check(good, good, "　")).toEqual({ code: ["認証コード は必須です。"] });
  });
});

describe("password change", () => {
  const check = (newPassword: string, confirmPassword = newPassword, currentPassword = "current") =>
    sentences(passwordChangeForm("Taro123456!"), { currentPassword, newPassword, confirmPassword });

  test("checks 2 to 5 come in the order of the specification", async () => {
    expect(await check(good)).toEqual({});
    expect(await check("short")).toEqual({ newPassword: [passwordTooShort] });
    expect(await check("Taro123456!")).toEqual({ newPassword: [passwordEqualsLoginId] });
    expect(await check("aaaaaaaaaa")).toEqual({ newPassword: [passwordComposition] });
    expect(await check(`${good} `)).toEqual({ newPassword: [passwordOuterSpaces] });
    expect(await check(good, "other")).toEqual({ confirmPassword: [passwordMismatch] });
    expect(await check("short", "other")).toEqual({
      newPassword: [passwordTooShort],
      confirmPassword: [passwordMismatch],
    });
  });

  test("checks 2 to 5 wait until new password and confirmation are both there", async () => {
    expect(await check("short", "")).toEqual({ confirmPassword: ["新しいパスワード（確認） は必須です。"] });
    expect(await check("", "short")).toEqual({ newPassword: ["新しいパスワード は必須です。"] });
  });

  test("a missing current password does not keep the others from being checked", async () => {
    expect(await check("short", "short", "")).toEqual({
      currentPassword: ["現在のパスワード は必須です。"],
      newPassword: [passwordTooShort],
    });
  });
});

test("a password has the right composition if and only if it has all four kinds", () => {
  const kinds = [/[A-Z]/, /[a-z]/, /\d/, /[\^$*.[\]{}()?"!@#%&/\\,><':;|_~`=+\- ]/];
  fc.assert(
    fc.property(fc.string({ unit: "grapheme-ascii" }), (password) => {
      expect(passwordRules.composition(password)).toBe(kinds.every((kind) => kind.test(password)));
    }),
    { numRuns: 500 },
  );
});

test("every symbol that Cognito lists counts as one", () => {
  for (const symbol of "^$*.[]{}()?\"!@#%&/\\,><':;|_~`=+- ") {
    expect(passwordRules.composition(`Aa1${symbol}`)).toBe(true);
  }
});
