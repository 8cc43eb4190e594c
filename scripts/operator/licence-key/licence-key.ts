/** A customer's licence key. The operator never sees it: it is encrypted, and only the reconciler decrypts it. */
import { newLicenceKey } from "#functions/licence-key/new-licence-key.ts";
import { newMail, unleased } from "#functions/mail/outbox.ts";
import { encrypt } from "#functions/platform/kms.ts";
import { getItem, type Put, type Row, readPartition, writeTogether } from "#functions/platform/table.ts";
import { auditRow } from "../audit.ts";
import { type ChangingCommand, CommandRefused, type Target } from "../command.ts";
import { findSignedUp } from "../customer/customer.ts";
import { writeOrRefuse } from "../rows.ts";
import { maskEmail } from "../show.ts";

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

/**
 * Key, mail and audit row are one transaction. Run again, it creates another key; an unsent mail of the
 * previous one is dropped by the reconciler.
 */
export const rotateLicenceKey: ChangingCommand = {
  purpose: "Gives the customer a new licence key, which is mailed; the old one is forgotten.",
  takes: ["loginId"],
  requires: ["reason"],
  async plan([loginId = ""], context) {
    const { sub, profile } = await findSignedUp(loginId, context);
    const old = await readEncryptedKey(sub);
    const to = maskEmail(profile.email);
    return {
      steps: () => [
        `Give ${loginId} a new licence key; the old one ends.`,
        `Mail the new licence key to ${to}.`,
      ],
      confirmWith: loginId,
      async apply() {
        const encrypted = await encrypt(newLicenceKey(), { customer: sub, field: "licenceKey" });
        await writeOrRefuse([
          {
            update: { pk: `CUSTOMER#${sub}`, sk: "SECRETS" },
            set: { licenceKey: encrypted },
            condition: "licenceKey = :old",
            values: { ":old": old },
          },
          auditRow(sub, "licence-key-rotated", context, { customerId: profile.customerId }),
          keyMail("licence-key-reissued", sub, profile.email, encrypted),
        ]);
        const text = `${loginId} has a new licence key, mailed to ${to}. ${whenSent(context)}`;
        return { text, data: { sub, to } };
      },
    };
  },
};

/** KMS ciphertext in base64. */
async function readEncryptedKey(sub: string): Promise<string> {
  const row = await getItem({ pk: `CUSTOMER#${sub}`, sk: "SECRETS" });
  if (typeof row?.licenceKey !== "string") throw new CommandRefused("The customer has no licence key.");
  return row.licenceKey;
}

/** Its mail without a lease: the next run of the reconciler sends it. */
function keyMail(
  template: "licence-key" | "licence-key-reissued",
  customer: string,
  to: string,
  encryptedLicenceKey: string,
): Put {
  return unleased(newMail({ template, customer, to, encryptedLicenceKey }));
}

/** The customer's unsent mails with a licence key. */
async function waitingKeyMails(sub: string): Promise<Row[]> {
  const rows = await readPartition("OUTBOX");
  return rows.filter(({ customer, template }) => customer === sub && template === "licence-key");
}

const whenSent = ({ runNow }: Target): string =>
  `It goes out within 5 minutes; at once with: ${runNow("reconcile")}`;
