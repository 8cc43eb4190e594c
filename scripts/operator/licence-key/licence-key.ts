/** A customer's licence key. The operator never sees it: it is encrypted, and only the reconciler decrypts it. */
import { newLicenceKey } from "#functions/licence-key/new-licence-key.ts";
import { newMail, unleased } from "#functions/mail/outbox.ts";
import { auditRow } from "#functions/platform/audit.ts";
import { encrypt } from "#functions/platform/kms.ts";
import { getItem, type Row, readPartition, transactWrite } from "#functions/platform/table.ts";
import { type ChangingCommand, CommandRefused, type Target } from "../command.ts";
import { findSignedUp } from "../customer/customer.ts";
import { writeOrRefuse } from "../rows.ts";
import { maskEmail } from "../show.ts";

export const resendLicenceKey: ChangingCommand = {
  purpose: "Mails the customer the very same licence key again, to the address of the profile.",
  takes: ["loginId"],
  allows: ["reason"],
  async plan([loginId = ""], context) {
    const { sub, profile } = await findSignedUp(loginId);
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
        const audit = auditRow(sub, { action: "licence-key-resent", customerId: profile.customerId });
        const mail = { customer: sub, to: profile.email, encryptedLicenceKey: encrypted };
        const keyMail = unleased(newMail({ template: "licence-key", ...mail }));
        await transactWrite(isWaiting ? [audit] : [audit, keyMail]);
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
    const { sub, profile } = await findSignedUp(loginId);
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
        const mail = { customer: sub, to: profile.email, encryptedLicenceKey: encrypted };
        await writeOrRefuse([
          {
            update: { pk: `CUSTOMER#${sub}`, sk: "SECRETS" },
            set: { licenceKey: encrypted },
            condition: "licenceKey = :old",
            values: { ":old": old },
          },
          auditRow(sub, { action: "licence-key-rotated", customerId: profile.customerId }),
          unleased(newMail({ template: "licence-key-reissued", ...mail })),
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

/** The customer's unsent mails with a licence key. A dead letter does not wait. */
async function waitingKeyMails(sub: string): Promise<Row[]> {
  const rows = await readPartition("OUTBOX");
  return rows.filter(
    ({ customer, template, failedAt }) =>
      customer === sub && template === "licence-key" && failedAt === undefined,
  );
}

const whenSent = ({ runNow }: Target): string =>
  `It goes out within 5 minutes; at once with: ${runNow("reconcile")}`;
