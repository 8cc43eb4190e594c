/** Each mail of the portal with the content of an example, for pictures and tests. */
import type { Profile } from "#functions/customer/profile.ts";
import type { Mail } from "#functions/mail/mailer.ts";
import type { MailContent, MailOf } from "#functions/mail/outbox.ts";
import { poolMail, poolMailReasons } from "#functions/mail/pool-messages.ts";
import { type CustomerMail, customerMail } from "#functions/mail/texts/customer-mail.ts";
import { invoiceCopyLetter } from "#functions/mail/texts/invoice-copy-mail.ts";
import { keyMails } from "#functions/mail/texts/licence-key-mail.ts";
import { releaseMail } from "#functions/mail/texts/release-mail.ts";
import { loginIdsMail, signInMail } from "#functions/mail/texts/sign-in-mail.ts";
import { ownEnvironment } from "#functions/runtime/environment.ts";

const siteUrl = "https://portal.example.jp";
const settings = {
  SITE_URL: siteUrl,
  SELLER_NAME: "株式会社サンプル電話",
  SELLER_LINES: "〒100-0001 東京都千代田区千代田1-1\n電話 03-0000-0000",
  CONTACT_URL: "https://www.example.jp/contact",
};

export const sampleRecipient = {
  corporateName: "株式会社山田製作所",
  chargeLastName: "山田",
  chargeFirstName: "花子",
  billingChargeName: "経理部 佐藤 次郎",
  billingEmail: "keiri@example.jp",
  loginId: "yamada2026",
  customerId: "C0123456789",
  email: "hanako@example.jp",
} as Profile;

type Samples = {
  [Template in MailContent["template"]]: readonly Omit<MailOf<Template>, "customer" | "to" | "template">[];
};

const key = { encryptedLicenceKey: "" };
const page = `https://invoice.stripe.com/i/acct_1Example/live_${"YWNjdF8xRXhhbXBsZSxfUm9tYW5l".repeat(3)}?s=ap`;
const pageUntil = "2027-01-29";
const card = { last4: "4242", expiry: "2026-12", nextChargeAt: "2026-12-20T03:00:00.000Z" };
const bill = { number: "ABCD1234-0002", amount: 11_000, dueAt: "2026-12-31T14:59:59.000Z", page, pageUntil };
const account = { loginId: "yamada2026", at: "2026-11-29T03:04:05.000Z" };
const invoice = { paymentType: "invoice", daysUntilDue: 30 } as const;

const samples: Samples = {
  "licence-key": [key],
  "licence-key-reissued": [key],
  upgraded: [{ paymentType: "card" }, invoice],
  resubscribed: [invoice],
  "payment-failed": [
    { reason: "checkout" },
    { reason: "card", page, pageUntil },
    { reason: "retrying", page, pageUntil },
    { reason: "overdue", page, pageUntil },
    { reason: "overdue", page, pageUntil, isPastContract: true },
    { reason: "overdue", page, pageUntil, isOnHold: true },
  ],
  "billing-payment-failed": [
    { reason: "overdue", ...bill },
    { reason: "card", ...bill, dueAt: undefined, nextChargeAt: "2026-12-05T03:00:00.000Z" },
  ],
  "card-expires": [card],
  "billing-card-expires": [card],
  "plan-suspended": [{ reason: "cancelled" }, { reason: "unpaid", isOnHold: true }, { reason: "disputed" }],
  "plan-restored": [{}],
  "contract-ended": [{}],
  "payment-refunded": [
    {},
    { part: 3000 },
    { isClosed: true },
    { isTransfer: true },
    { isClosed: true, isTransfer: true },
  ],
  "refund-waits": [{ amount: 11_000, until: bill.dueAt, askedAt: "keiri@example.jp" }],
  "invoice-copy": [
    { invoiceId: "in_2", number: "ABCD1234-0002", total: 11_000, dueAt: bill.dueAt, page, pageUntil },
    { invoiceId: "in_3", number: "ABCD1234-0003", total: 11_000, page, pageUntil },
  ],
  "cancellation-scheduled": [{ endsAt: "2026-12-31T15:00:00.000Z" }],
  "cancellation-withdrawn": [{}],
  "payment-type-changed": [{ paymentType: "card" }, invoice],
  "phone-changed": [{ lastDigits: "5678" }],
  "email-changed": [{}],
  "account-closed": [{ eraseAt: Date.parse("2026-12-29T03:00:00.000Z"), hadContract: true }],
  "account-erased": [{}],
  "password-changed": [account],
  "new-browser": [{ ...account, browser: "Chrome（Windows）" }],
  "passkey-added": [account],
  "passkey-removed": [account],
  "passkeys-removed": [account],
  "authenticator-on": [account],
  "authenticator-off": [account],
  "authenticator-reset": [account],
};

const attachment = {
  fileName: "invoice-ABCD1234-0002.pdf",
  contentType: "application/pdf",
  content: new Uint8Array(),
} as const;

function mailOf(content: MailContent, recipient: Profile): Mail {
  if ("loginId" in content) return signInMail(content, siteUrl);
  if ("encryptedLicenceKey" in content)
    return keyMails[content.template](recipient, "7K2MQ-9XWTB-4HJRD-V0N8C-5PYZA-GEF31", siteUrl);
  if (content.template === "invoice-copy")
    return invoiceCopyLetter(recipient, content, { token: "a.b.c", siteUrl, attachment });
  return customerMail(recipient, content as CustomerMail);
}

/** By a name that tells which one it is, such as `payment-failed-2`. */
export const sampleMails = (recipient: Profile = sampleRecipient): Record<string, Mail> =>
  ownEnvironment.run(settings, () => {
    const ours = Object.entries(samples).flatMap(([template, contents]) =>
      contents.map((content, index) => {
        const mail = { ...content, template, customer: "", to: "" } as MailContent;
        return [`${template}${index === 0 ? "" : `-${index + 1}`}`, mailOf(mail, recipient)];
      }),
    );
    const placeholders = { code: "123456", loginId: recipient.loginId };
    const pool = poolMailReasons.map((reason) => [
      `cognito-${reason.replace("CustomMessage_", "")}`,
      poolMail(reason, placeholders, siteUrl),
    ]);
    const notes = {
      fileType: "plugin",
      version: "1.4.0",
      text: "・通話の記録を改善しました。\n・不具合を修正しました。",
    } as const;
    return Object.fromEntries([
      ...ours,
      ...pool,
      ["login-ids", loginIdsMail(["yamada2026", "yamada2027"], siteUrl)],
      ["release", releaseMail(recipient, notes, "token", siteUrl)],
    ]);
  });
