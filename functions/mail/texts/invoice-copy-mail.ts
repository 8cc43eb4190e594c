/** The mail to a customer's further recipient of invoices, who may not know the portal. */
import { japaneseDay } from "#functions/platform/japan-day.ts";
import { buildMail, footer, type Recipient } from "../mail-text.ts";
import type { Mail } from "../mailer.ts";

interface Issued {
  number: string;
  total: number;
  dueAt?: string | undefined;
  page: string;
}

export const invoiceCopyMail = ({ corporateName }: Recipient, { number, total, dueAt, page }: Issued): Mail =>
  buildMail(
    "請求書の控えのご案内",
    `${corporateName}
経理ご担当者 様

スタンダードプランのご利用料金の請求書を発行しましたので、控えをご案内いたします。

■ 請求書
請求書番号：${number}
ご請求金額：${total.toLocaleString("ja-JP")}円（税込）
${dueAt === undefined ? "お支払い方法：ご登録のクレジットカード（お振り込みの必要はありません）" : `お支払い期限：${japaneseDay(dueAt)}`}

請求書は、下記のページで表示およびダウンロードできます。
${page}

■ このメールについて
${corporateName}のご担当者が、請求書の控えの送付先としてこのメールアドレスを登録されたため、お送りしています。
送付の停止や変更は、貴社のご担当者がカスタマーポータルの「ご契約とお支払い」で行えます。
行き違いに、お支払いがお済みの場合はご容赦ください。

${footer}`,
  );
