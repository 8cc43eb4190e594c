/** Messages about Cognito's errors that say what to do next. */
import { type IdentityError, isIdentityError } from "./provider.ts";

/** The `code` of the portal's own error; see `clock.ts`. */
export const clockIsWrong = "ClockIsWrong";

/** Too many calls for this account (Cognito) or from this IP address (AWS WAF). */
const throttled: readonly string[] = [
  "LimitExceededException",
  "TooManyFailedAttemptsException",
  "TooManyRequestsException",
  "ForbiddenException",
];

const expired =
  "認証コードの有効期限が切れているか、すでに使用されています。「認証コードを再送信」を押し、新しい認証コードを入力してください。";

export function identityAdvice(error: unknown): string | undefined {
  if (isIdentityError(error, ...throttled)) return "操作が続きました。時間をおいて、もう一度お試しください。";
  return isIdentityError(error, "ExpiredCodeException") ? expired : undefined;
}

/**
 * Returns the message of a sign-in that is refused independently of the password. Cognito uses `NotAuthorizedException`
 * for a wrong password, a locked account and a disabled account; only the text differs.
 */
export function accountRefusal({ code, message }: IdentityError): string | undefined {
  if (code === clockIsWrong)
    return "お使いの端末の日付と時刻が正しくありません。時計を合わせてから、もう一度お試しください。";
  if (throttled.includes(code) || /attempts exceeded/i.test(message))
    return "続けて失敗したため、しばらく待ってからお試しください。";
  return /disabled/i.test(message) ? "このアカウントは現在ご利用いただけません。" : undefined;
}
