import type { Profile } from "#functions/customer/profile.ts";
import type { Key } from "#functions/platform/table.ts";
import { environment } from "#functions/runtime/environment.ts";
import { deliver } from "../deliver.ts";
import type { Mail } from "../mailer.ts";
import type { MailContent, SignInMail } from "../outbox.ts";
import { accountClosedMail } from "./account-mail.ts";
import { emailChangedMail, phoneChangedMail } from "./contact-changed-mail.ts";
import {
  cancellationScheduledMail,
  cancellationWithdrawnMail,
  paymentTypeChangedMail,
} from "./contract-mail.ts";
import { invoiceCopyMail } from "./invoice-copy-mail.ts";
import { paymentFailedMail } from "./payment-failed-mail.ts";
import { paymentAfterClosingMail, paymentRefundedMail } from "./payment-refunded-mail.ts";
import { planSuspendedMail } from "./plan-suspended-mail.ts";
import { upgradedMail } from "./upgraded-mail.ts";

/** A mail whose text needs only the customer's record and the mail's content. */
export type CustomerMail = Exclude<
  MailContent,
  { template: "licence-key" | "licence-key-reissued" | "account-erased" } | SignInMail
>;

export function customerMail(profile: Profile, content: CustomerMail): Mail {
  const siteUrl = environment("SITE_URL");
  switch (content.template) {
    case "upgraded":
    case "resubscribed":
      return upgradedMail(profile, content, siteUrl);
    case "payment-failed":
      return paymentFailedMail(profile, content, siteUrl);
    case "invoice-copy":
      return invoiceCopyMail(profile, content);
    case "plan-suspended":
      return planSuspendedMail(profile, content.reason, siteUrl);
    case "payment-refunded":
      return content.isClosed ? paymentAfterClosingMail(profile) : paymentRefundedMail(profile, siteUrl);
    case "cancellation-scheduled":
      return cancellationScheduledMail(profile, content.endsAt, siteUrl);
    case "cancellation-withdrawn":
      return cancellationWithdrawnMail(profile, siteUrl);
    case "payment-type-changed":
      return paymentTypeChangedMail(profile, content.paymentType, siteUrl);
    case "phone-changed":
      return phoneChangedMail(profile, content.lastDigits, siteUrl);
    case "email-changed":
      return emailChangedMail(profile, siteUrl);
    case "account-closed":
      return accountClosedMail(profile, content, siteUrl);
  }
}

/** `outgoing`: the mail's row in the outbox. */
export const deliverCustomerMail = (profile: Profile, content: CustomerMail, outgoing: Key): Promise<void> =>
  deliver(content.to, customerMail(profile, content), outgoing);
