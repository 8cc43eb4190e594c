import { buildMail, footer, type Recipient, salutation, thanks } from "../mail-text.ts";
import type { Mail } from "../mailer.ts";

const causes = {
  cancelled: "スタンダードプランのご契約が終了しましたので、お知らせいたします。",
  unpaid: "スタンダードプランのご利用料金のお支払いを確認できなかったため、ご利用を停止いたしました。",
  disputed:
    "スタンダードプランのお支払いが取り消されたとの連絡をカード会社より受けたため、ご契約を終了いたしました。",
} as const;

/** The plan was suspended. `siteUrl` is the site's origin. */
export function planSuspendedMail(recipient: Recipient, reason: keyof typeof causes, siteUrl: string): Mail {
  const text = `${salutation(recipient)}

${thanks}
${causes[reason]}

■ ご利用について
スタンダードプランの機能は、ただいまご利用いただけません。

■ ご利用の再開について
カスタマーポータルの「ご契約とお支払い」から、いつでもスタンダードプランをお申し込みいただけます。
ご登録の音声プロバイダー情報は、そのままお預かりしています。
お心当たりがない場合は、カスタマーポータルの画面下部の「お問い合わせ」からご連絡ください。
${siteUrl}/signin

${footer}`;
  return buildMail("スタンダードプラン停止のお知らせ", text);
}
