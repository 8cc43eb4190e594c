/** What a failed sign-in says under the password field: specification section 8. */
import { failureMessages } from "#shared/messages.ts";
import type { IdentityError } from "#web/lib/identity/provider.ts";

const failed = failureMessages.signInFailed;
const checkInput = "ログインIDとパスワードをご確認ください。";
const waitAWhile = "続けて失敗したため、しばらく待ってからお試しください。";

const advice: Readonly<Record<string, string>> = {
  UserNotFoundException: checkInput,
  TooManyRequestsException: waitAWhile,
  // AWS WAF: too many calls from this IP address.
  ForbiddenException: waitAWhile,
  LimitExceededException: waitAWhile,
  TooManyFailedAttemptsException: waitAWhile,
  PasswordResetRequiredException: "「パスワードをお忘れの方」から再設定してください。",
};

/** Cognito has one name for a wrong password, for a locked account and for a disabled one: only its text differs. */
function adviceOnRefusal(message: string): string {
  if (/attempts exceeded/i.test(message)) return waitAWhile;
  if (/disabled/i.test(message)) return "このアカウントは現在ご利用いただけません。";
  return checkInput;
}

export function signInFailureMessage({ code, message }: IdentityError): string {
  const next =
    code === "NotAuthorizedException"
      ? adviceOnRefusal(message)
      : (advice[code] ?? "少し時間をおいて、もう一度お試しください。");
  return `${failed}${next}`;
}
