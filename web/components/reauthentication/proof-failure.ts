import { identityAdvice } from "#web/lib/identity/advice.ts";
import type { IdentityError } from "#web/lib/identity/provider.ts";

const later = "確認できませんでした。少し時間をおいて、もう一度お試しください。";
const tooOften = "続けて間違えたため、しばらく待ってからお試しください。";

/** Cognito has one name for a wrong password, for a locked account and for a disabled one: only its text differs. */
function refusalOf(message: string): string {
  if (/attempts exceeded/i.test(message)) return tooOften;
  if (/disabled/i.test(message)) return "このアカウントは現在ご利用いただけません。";
  return "パスワードが正しくありません。";
}

/** What stands under the password field when the password was not accepted. */
export function passwordFailure(error: IdentityError): string {
  if (error.code === "NotAuthorizedException") return refusalOf(error.message);
  if (error.code === "PasswordResetRequiredException")
    return "ログイン画面の「パスワードをお忘れの方」から再設定してください。";
  return identityAdvice(error) ?? later;
}
