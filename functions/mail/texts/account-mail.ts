/**
 * The mails about a changed contact, and about a closed or erased account. `siteUrl` is the site's origin.
 */
import { japaneseDay } from "#functions/platform/time.ts";
import { productName } from "#shared/site/product.ts";
import type { Parts } from "../layout.ts";
import {
  buildMail,
  type CustomerMails,
  contactUs,
  customerLetter,
  type Recipient,
  salutation,
  signInLink,
} from "../mail-text.ts";
import type { Mail } from "../mailer.ts";

const contactChangedMail = (recipient: Recipient, subject: string, change: Parts, siteUrl: string): Mail =>
  customerLetter(recipient, subject, [
    ...change,
    { heading: "お心当たりがない場合" },
    `第三者がお客様のアカウントを操作した可能性があります。
カスタマーポータルにログインしてパスワードを変更し、「ご登録情報の変更」で登録内容をご確認ください。
ログインできない場合は、すぐに${contactUs}`,
    signInLink(siteUrl),
  ]);

/** For an account that may have no profile. */
const salutationOfOwner = `${productName.short}をご利用いただいたお客様`;

export const accountMails = {
  /** The same text for the old and the new address; it contains neither. */
  "email-changed": (customer, _content, siteUrl) =>
    contactChangedMail(
      customer,
      "メールアドレス変更のお知らせ",
      [
        "ご登録のメールアドレスを変更しました。今後のお知らせは、新しいメールアドレスにお送りいたします。",
        "このメールは、変更前と変更後の両方のメールアドレスにお送りしています。",
      ],
      siteUrl,
    ),
  "phone-changed": (customer, { lastDigits }, siteUrl) =>
    contactChangedMail(
      customer,
      "携帯電話番号変更のお知らせ",
      ["ご担当者の携帯電話番号を変更しました。", { facts: [["新しい電話番号", `***-****-${lastDigits}`]] }],
      siteUrl,
    ),
  "account-closed": (customer: Recipient | undefined, { eraseAt, hadContract }) =>
    buildMail(
      "退会手続きのお知らせ",
      [
        customer ? salutation(customer) : salutationOfOwner,
        `${productName.short}をご利用いただき、誠にありがとうございました。`,
      ],
      [
        "退会のお手続きを承りました。",
        { heading: "退会後について" },
        {
          points: [
            `${productName.portal}には、ログインできなくなりました。`,
            ...(hadContract ? ["スタンダードプランのご契約は終了しました。今後のご請求はありません。"] : []),
            `お預かりしているデータは、${japaneseDay(eraseAt)}以降に消去いたします。`,
            "請求書などの取引の記録は、法令に定められた期間保存いたします。",
          ],
        },
        { heading: "取り消しをご希望の場合、お心当たりがない場合" },
        `${japaneseDay(eraseAt)}までは、アカウントを元に戻すことができます。${contactUs}`,
      ],
    ),
  /** Without a name: the profile is deleted. */
  "account-erased": () =>
    buildMail(
      "データ消去のお知らせ",
      [salutationOfOwner],
      [
        `お預かりしていたお客様のデータとアカウントを消去いたしました。
請求書などの取引の記録は、法令に定められた期間保存いたします。`,
        "これまでご利用いただき、誠にありがとうございました。",
      ],
    ),
} satisfies Partial<CustomerMails>;
