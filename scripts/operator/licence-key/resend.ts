import { writeTogether } from "#functions/platform/table.ts";
import { auditRow } from "../audit.ts";
import type { ChangingCommand } from "../command.ts";
import { findSignedUp } from "../customer/customer.ts";
import { maskEmail } from "../show.ts";
import { keyMail, readEncryptedKey, waitingKeyMails, whenSent } from "./licence-key.ts";

export const resendLicenceKey: ChangingCommand = {
  purpose: "Mails the customer the very same licence key again, to the address of the record.",
  takes: ["loginId"],
  allows: ["reason"],
  async plan([loginId = ""], context) {
    const { sub, profile } = await findSignedUp(loginId, context);
    const [encrypted, mails] = await Promise.all([readEncryptedKey(sub), waitingKeyMails(sub)]);
    const isWaiting = mails.some(
      ({ encryptedLicenceKey, to }) => encryptedLicenceKey === encrypted && to === profile.email,
    );
    const to = maskEmail(profile.email);
    return {
      steps: () =>
        isWaiting
          ? ["Nothing: the mail with this licence key waits already."]
          : [`Mail the licence key of ${loginId} again to ${to}.`],
      ...(!isWaiting && { confirmWith: loginId }),
      async apply() {
        const audit = auditRow(sub, "licence-key-resent", context, { customerId: profile.customerId });
        const mail = keyMail("licence-key", sub, profile.email, encrypted);
        await writeTogether(isWaiting ? [audit] : [audit, mail]);
        const done = isWaiting
          ? `The mail with the licence key of ${loginId} waits already.`
          : `The licence key of ${loginId} is mailed again to ${to}.`;
        return { text: `${done} ${whenSent(context)}`, data: { sub, to, waited: isWaiting } };
      },
    };
  },
};
