import { auditRow } from "../audit.ts";
import type { Command } from "../command.ts";
import { findSignedUp } from "../customer/customer.ts";
import { maskEmail } from "../show.ts";
import { writeTogether } from "../table.ts";
import { keyMail, readEncryptedKey, waitingKeyMails, whenSent } from "./licence-key.ts";

export const resendLicenceKey: Command = {
  purpose: "Mails the customer the very same licence key again, to the address of the record.",
  takes: ["loginId"],
  allows: ["reason"],
  async run([loginId = ""], context) {
    const { sub, profile } = await findSignedUp(loginId, context);
    const [encrypted, waiting] = await Promise.all([
      readEncryptedKey(sub, context),
      waitingKeyMails(sub, context),
    ]);
    const audit = auditRow(sub, "licence-key-resent", context, { customerId: profile.customerId });
    if (
      waiting.some(({ encryptedLicenceKey, to }) => encryptedLicenceKey === encrypted && to === profile.email)
    ) {
      await writeTogether(context, [audit]);
      return `The mail with the licence key of ${loginId} waits already. ${whenSent(context)}`;
    }
    await writeTogether(context, [audit, keyMail("licence-key", sub, profile.email, encrypted)]);
    return `The licence key of ${loginId} is mailed again to ${maskEmail(profile.email)}. ${whenSent(context)}`;
  },
};
