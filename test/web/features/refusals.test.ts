import { expect, it } from "vitest";
import { resetFailureOf } from "#web/features/password/use-reset-password.ts";
import { signInFailureMessage } from "#web/features/sign-in/use-sign-in.ts";
import { IdentityError } from "#web/lib/identity/provider.ts";
import { ConnectionError } from "#web/lib/net/connection-error.ts";

it.each([
  ["NotAuthorizedException", "Incorrect username or password.", "ご確認ください"],
  ["UserNotFoundException", "User does not exist.", "ご確認ください"],
  ["NotAuthorizedException", "Password attempts exceeded", "しばらく待ってから"],
  ["TooManyRequestsException", "Rate exceeded", "しばらく待ってから"],
  ["ForbiddenException", "Request not allowed due to WAF block.", "しばらく待ってから"],
  ["NotAuthorizedException", "User is disabled.", "ご利用いただけません"],
  ["PasswordResetRequiredException", "Password reset required", "「パスワードをお忘れの方」から再設定"],
  ["InternalErrorException", "Something went wrong", "時間をおいて"],
])("%s, %s: login failed, and %s", (code, message, advice) => {
  const text = signInFailureMessage(new IdentityError(code, message));
  expect(text).toMatch(/^ログインに失敗しました。/);
  expect(text).toContain(advice);
  expect(text).not.toContain(message);
});

const wait = "操作が続きました。時間をおいて、もう一度お試しください。";

it.each([
  ["CodeMismatchException", "code", "最後に届いたメールの認証コードをご確認ください。"],
  ["ExpiredCodeException", "code", "認証コードを再送信してください。"],
  ["LimitExceededException", undefined, wait],
  ["TooManyFailedAttemptsException", undefined, wait],
  ["ForbiddenException", undefined, wait],
  ["InternalErrorException", undefined, "もう一度お試しください。"],
])("a reset's %s says what to do", (code, field, advice) => {
  const failure = resetFailureOf(new IdentityError(code, code));
  expect(failure.field).toBe(field);
  expect(failure.message).toBe(`パスワードの再設定に失敗しました。${advice}`);
});

it("a reset leaves a lost connection and the pool's rule to their own sentences", () => {
  expect(resetFailureOf(new ConnectionError("offline")).message).toMatch(/^サーバーに接続できませんでした。/);
  expect(resetFailureOf(new IdentityError("InvalidPasswordException", ""))).toEqual({
    field: "newPassword",
    message: "大文字英字、小文字英字、数字、記号が各一つ以上必要です。",
  });
});
