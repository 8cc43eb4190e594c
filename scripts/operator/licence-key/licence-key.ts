/** A customer's licence key. The operator never sees it: it is encrypted, and only the reconciler decrypts it. */
import { newMail, unleased } from "#functions/mail/outbox.ts";
import { getItem, type Put, type Row, readPartition } from "#functions/platform/table.ts";
import { CommandRefused, type Target } from "../command.ts";

/** KMS ciphertext in base64. */
export async function readEncryptedKey(sub: string): Promise<string> {
  const row = await getItem({ pk: `CUSTOMER#${sub}`, sk: "SECRETS" });
  if (typeof row?.licenceKey !== "string") throw new CommandRefused("The customer has no licence key.");
  return row.licenceKey;
}

/** Its mail without a lease: the next run of the reconciler sends it. */
export function keyMail(
  template: "licence-key" | "licence-key-reissued",
  customer: string,
  to: string,
  encryptedLicenceKey: string,
): Put {
  return unleased(newMail({ template, customer, to, encryptedLicenceKey }));
}

/** The customer's unsent mails with a licence key. */
export async function waitingKeyMails(sub: string): Promise<Row[]> {
  const rows = await readPartition("OUTBOX");
  return rows.filter(({ customer, template }) => customer === sub && template === "licence-key");
}

export const whenSent = ({ runNow }: Target): string =>
  `It goes out within 5 minutes; at once with: ${runNow("reconcile")}`;
