import { buildMail, footer, type Recipient, salutation, thanks } from "../mail-text.ts";
import type { Mail } from "../mailer.ts";

/** A payment was refunded in full. `siteUrl` is the site's origin. */
export function paymentRefundedMail(recipient: Recipient, siteUrl: string): Mail {
  const text = `${salutation(recipient)}

${thanks}
スタンダードプランのご利用料金について、全額の返金手続きを行いました。

■ ご返金について
カードでお支払いの場合、ご返金が明細に反映されるまで、5日から10日ほどかかることがあります。

■ ご契約について
この返金によって、ご契約内容は変わりません。ご契約が終了する場合は、別途メールでお知らせいたします。
ご登録内容は、カスタマーポータルでご確認いただけます。
${siteUrl}/signin

${footer}`;
  return buildMail("ご返金のお知らせ", text);
}

/** A card was charged at the moment in which its owner closed the account. */
export const paymentAfterClosingMail = (recipient: Recipient): Mail =>
  buildMail(
    "ご返金のお知らせ",
    `${salutation(recipient)}

退会のお手続きと同時に、スタンダードプランのご利用料金のお支払いがありました。
退会を承りましたので、このお支払いを取り消し、全額の返金手続きを行いました。
スタンダードプランのご契約は成立しておらず、今後のご請求はありません。

■ ご返金について
ご返金がカードの明細に反映されるまで、5日から10日ほどかかることがあります。

${footer}`,
  );
