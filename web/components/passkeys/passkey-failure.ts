/** The messages of failed passkey sign-ins. */
import { reasonFor } from "#web/lib/api/failure.ts";
import { accountRefusal, identityAdvice } from "#web/lib/identity/advice.ts";
import { noPasskey } from "#web/lib/identity/passkeys/login-id.ts";
import type { IdentityError } from "#web/lib/identity/provider.ts";

const otherwise = "もう一度お試しいただくか、パスワードを入力してください。";

const sentences: Readonly<Record<string, string>> = {
  [noPasskey]:
    "このログインIDでは、パスキーをご利用いただけません。パスワードを入力してください。パスキーは、ログイン後に「ログインとセキュリティ」から追加できます。",
  // Browsers report these cases alike, so that a site cannot find out which passkeys a device has.
  NotAllowedError: `パスキーの確認が完了しませんでした。キャンセルされたか、時間が経過したか、この端末に使えるパスキーがありません。${otherwise}`,
  AbortError: `パスキーの確認を中断しました。${otherwise}`,
  SecurityError: "このページのアドレスでは、パスキーをご利用いただけません。パスワードを入力してください。",
};

/** Cognito uses one error for every refused assertion; only its text differs. */
function refusalOf(message: string): string {
  if (/expired/i.test(message)) return `時間が経過したため、パスキーを確認できませんでした。${otherwise}`;
  return "パスキーを確認できませんでした。削除されたパスキーの可能性があります。パスワードを入力してください。";
}

export function passkeyFailure(error: IdentityError): string {
  if (error.code === "NotAuthorizedException") return accountRefusal(error) ?? refusalOf(error.message);
  return (
    sentences[error.code] ??
    identityAdvice(error) ??
    reasonFor(error) ??
    `パスキーを確認できませんでした。${otherwise}`
  );
}
