import type { Profile } from "#functions/customer/profile.ts";
import { japaneseDay } from "#functions/platform/time.ts";
import { formatYen } from "#shared/format-yen.ts";
import { buildMail } from "../mail-text.ts";
import type { Attachment, Mail } from "../mailer.ts";
import type { MailOf } from "../outbox.ts";
import { safeName } from "../safe-name.ts";
import { unsubscribeHeaders, unsubscribePage } from "../unsubscribe-links.ts";

interface Delivery {
  /** `unsubscribeToken` of the customer and the recipient. */
  token: string;
  /** The PDF of the invoice. */
  attachment: Attachment;
  /** The site's origin. */
  siteUrl: string;
}

/**
 * The mail to a further recipient of an invoice, who may not know the portal, and whose address is not
 * verified.
 */
export function invoiceCopyLetter(
  { corporateName, customerId }: Pick<Profile, "corporateName" | "customerId">,
  { number, total, dueAt, page, pageUntil, isForOther }: MailOf<"invoice-copy">,
  { token, attachment, siteUrl }: Delivery,
): Mail {
  const company = safeName(corporateName);
  const letter = buildMail(
    "請求書の控えのご案内",
    [`${company}\n経理ご担当者 様`],
    [
      `${isForOther ? "" : "スタンダードプランのご利用料金の"}請求書を発行しましたので、控えをご案内いたします。`,
      { heading: "請求書" },
      {
        facts: [
          ["請求書番号", number],
          ["ご請求金額", `${formatYen(total)}（税込）`],
          dueAt === undefined
            ? ["お支払い方法", "ご登録のクレジットカード（お振り込みの必要はありません）"]
            : ["お支払い期限", japaneseDay(dueAt)],
        ],
      },
      "請求書のPDFを添付しています。お手元に保存してください。",
      "請求書は、下記のページでも表示およびダウンロードできます。",
      { label: "請求書のページを開く", link: page },
      `請求書のページを開けるのは、${japaneseDay(pageUntil)}までです。`,
      { heading: "このメールについて" },
      `${company}（お客様番号：${customerId}）のご担当者が、請求書の控えの送付先としてこのメールアドレスを登録されたため、お送りしています。
本メールと行き違いでお支払いがお済みの場合は、ご容赦ください。`,
      { heading: "送付の停止" },
      "今後お受け取りにならない場合や、お心当たりがない場合は、下記のページで送付を停止できます。ログインは不要です。",
      { label: "送付停止のページを開く", link: unsubscribePage(siteUrl, token) },
    ],
  );
  return {
    ...letter,
    headers: unsubscribeHeaders(siteUrl, token),
    attachments: [attachment],
  };
}
