import type { Profile } from "#functions/customer/profile.ts";
import type { Put } from "#functions/platform/table.ts";
import { environment } from "#functions/runtime/environment.ts";
import { deliver, type Mail } from "../mailer.ts";
import { type MailContent, newMail, type SignInMail } from "../outbox.ts";
import { emailChangedMail, phoneChangedMail } from "./account-mail.ts";
import {
  cancellationScheduledMail,
  cancellationWithdrawnMail,
  contractEndedMail,
  paymentTypeChangedMail,
  planRestoredMail,
  planSuspendedMail,
  upgradedMail,
} from "./contract-mail.ts";
import {
  billingCardExpiresMail,
  billingPaymentFailedMail,
  cardExpiresMail,
  invoiceCopyMail,
  paymentAfterClosingMail,
  paymentFailedMail,
  paymentRefundedMail,
} from "./payment-mail.ts";

/** A mail whose text needs only the customer's record and the mail's content. */
export type CustomerMail = Exclude<
  MailContent,
  { encryptedLicenceKey: string } | { template: "account-closed" | "account-erased" } | SignInMail
>;

export function customerMail(profile: Profile, content: CustomerMail): Mail {
  const siteUrl = environment("SITE_URL");
  switch (content.template) {
    case "upgraded":
    case "resubscribed":
      return upgradedMail(profile, content, siteUrl);
    case "payment-failed":
      return paymentFailedMail(profile, content, siteUrl);
    case "billing-payment-failed":
      return billingPaymentFailedMail(profile, content);
    case "card-expires":
      return cardExpiresMail(profile, content, siteUrl);
    case "billing-card-expires":
      return billingCardExpiresMail(profile, content);
    case "invoice-copy":
      return invoiceCopyMail(profile, content);
    case "plan-suspended":
      return planSuspendedMail(profile, content, siteUrl);
    case "plan-restored":
      return planRestoredMail(profile, siteUrl);
    case "contract-ended":
      return contractEndedMail(profile, siteUrl);
    case "payment-refunded":
      return content.isClosed
        ? paymentAfterClosingMail(profile)
        : paymentRefundedMail(profile, content, siteUrl);
    case "cancellation-scheduled":
      return cancellationScheduledMail(profile, content, siteUrl);
    case "cancellation-withdrawn":
      return cancellationWithdrawnMail(profile, siteUrl);
    case "payment-type-changed":
      return paymentTypeChangedMail(profile, content, siteUrl);
    case "phone-changed":
      return phoneChangedMail(profile, content, siteUrl);
    case "email-changed":
      return emailChangedMail(profile, siteUrl);
  }
}

interface PreparedMail {
  row: Put;
  send(profile: Profile): Promise<void>;
}

/** A mail whose `row` is written with the change that it reports, and that is sent once that is written. */
export function prepareMail(content: CustomerMail): PreparedMail {
  const row = newMail(content);
  return { row, send: (profile) => deliver(content.to, customerMail(profile, content), row.put) };
}
