import { expect, it } from "vitest";
import { signInFailureMessage } from "#web/features/sign-in/use-sign-in.ts";
import { IdentityError } from "#web/lib/identity/provider.ts";

it.each([
  ["NotAuthorizedException", "Incorrect username or password.", "ご確認ください"],
  ["UserNotFoundException", "User does not exist.", "ご確認ください"],
  ["NotAuthorizedException", "Password attempts exceeded", "しばらく待ってから"],
  ["TooManyRequestsException", "Rate exceeded", "しばらく待ってから"],
  ["ForbiddenException", "Request not allowed due to WAF block.", "しばらく待ってから"],
  ["NotAuthorizedException", "User is disabled.", "ご利用いただけません"],
  ["PasswordResetRequiredException", "Password reset required", "「パスワードをお忘れの方」から再設定"],
  ["InternalErrorException", "Something went wrong", "少し時間をおいて"],
])("%s, %s: login failed, and %s", (code, message, advice) => {
  const text = signInFailureMessage(new IdentityError(code, message));
  expect(text).toMatch(/^ログインに失敗しました。/);
  expect(text).toContain(advice);
  expect(text).not.toContain(message);
});
