import { auditRow } from "./audit.ts";
import type { Command } from "./command.ts";
import { findSignedUp } from "./customer.ts";
import { keyMail, readSealedKey, waitingKeyMails, whenSent } from "./licence-key.ts";
import { maskEmail } from "./show.ts";
import { writeTogether } from "./table.ts";

export const resendLicenceKey: Command = {
  purpose: "Mails the customer the very same licence key again, to the address of the record.",
  takes: ["loginId"],
  allows: ["reason"],
  async run([loginId = ""], order) {
    const { sub, profile } = await findSignedUp(loginId, order);
    const [sealed, waiting] = await Promise.all([readSealedKey(sub, order), waitingKeyMails(sub, order)]);
    const audit = auditRow(sub, "licence-key-resent", order, { customerId: profile.customerId });
    if (waiting.some(({ sealedLicenceKey, to }) => sealedLicenceKey === sealed && to === profile.email)) {
      await writeTogether(order, [audit]);
      return `The mail with the licence key of ${loginId} waits already. ${whenSent(order)}`;
    }
    await writeTogether(order, [audit, keyMail(sub, profile.email, sealed)]);
    return `The licence key of ${loginId} is mailed again to ${maskEmail(profile.email)}. ${whenSent(order)}`;
  },
};
