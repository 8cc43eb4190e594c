import { expect, it } from "vitest";
import { resetFailureOf } from "#web/features/password/use-reset-password.ts";
import { ConnectionError } from "#web/lib/api/connection-error.ts";
import { IdentityError } from "#web/lib/identity/provider.ts";

const wait = "操作が続いたため、しばらく時間をおいてからお試しください。";

it.each([
  ["CodeMismatchException", "code", "最後に届いたメールの認証コードをご確認ください。"],
  ["ExpiredCodeException", "code", "認証コードを再送信してください。"],
  ["LimitExceededException", undefined, wait],
  ["TooManyFailedAttemptsException", undefined, wait],
  ["ForbiddenException", undefined, wait],
  ["InternalErrorException", undefined, "もう一度お試しください。"],
])("%s says what to do", (code, field, advice) => {
  const failure = resetFailureOf(new IdentityError(code, code));
  expect(failure.field).toBe(field);
  expect(failure.message).toBe(`パスワードの再設定に失敗しました。${advice}`);
});

it("leaves a lost connection and the pool's own password rule to their sentences", () => {
  expect(resetFailureOf(new ConnectionError("offline")).message).toMatch(/^サーバーに接続できませんでした。/);
  expect(resetFailureOf(new IdentityError("InvalidPasswordException", ""))).toEqual({
    field: "newPassword",
    message: "大文字英字、小文字英字、数字、記号が各一つ以上必要です。",
  });
});
