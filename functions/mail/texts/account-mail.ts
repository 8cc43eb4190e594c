/** The mails about a closed or erased account. `siteUrl` is the site's origin. */
import { japaneseDay } from "#functions/platform/japan-day.ts";
import { productName } from "#shared/site/product.ts";
import { buildMail, footer, type Recipient, salutation } from "../mail-text.ts";
import type { Mail } from "../mailer.ts";

interface Closing {
  /** Milliseconds since the epoch. */
  eraseAt: number;
  /** Not on trial. */
  hadContract: boolean;
}

export function accountClosedMail(
  recipient: Recipient,
  { eraseAt, hadContract }: Closing,
  siteUrl: string,
): Mail {
  const text = `${salutation(recipient)}

${productName.short}をご利用いただき、誠にありがとうございました。
退会のお手続きを承りました。

■ 退会後について
・${productName.portal}には、ログインできなくなりました。${hadContract ? "\n・スタンダードプランのご契約は終了しました。今後のご請求はありません。" : ""}
・お預かりしているデータは、${japaneseDay(eraseAt)}以降に消去いたします。
・請求書などの取引の記録は、法令に定められた期間保存いたします。

■ 取り消しをご希望の場合、お心当たりがない場合
${japaneseDay(eraseAt)}までにお問い合わせください。アカウントを元に戻すことができます。
お問い合わせ先は、下記のページの下部にございます。
${siteUrl}/signin

${footer}`;
  return buildMail("退会手続きのお知らせ", text);
}

/** Names nobody: the record is gone. */
export const accountErasedMail = (): Mail =>
  buildMail(
    "データ消去のお知らせ",
    `${productName.short}をご利用いただいたお客様

お預かりしていたお客様のデータとアカウントを消去いたしました。
請求書などの取引の記録は、法令に定められた期間保存いたします。

これまでご利用いただき、誠にありがとうございました。

${footer}`,
  );
