import { EncryptCommand } from "@aws-sdk/client-kms";
import { newLicenceKey } from "#functions/licence-key/new-licence-key.ts";
import { auditRow } from "../audit.ts";
import type { ChangingCommand, Target } from "../command.ts";
import { findSignedUp } from "../customer/customer.ts";
import { writeOrRefuse } from "../rows.ts";
import { maskEmail } from "../show.ts";
import { keyMail, readEncryptedKey, whenSent } from "./licence-key.ts";

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
        const encrypted = await sealNewKey(sub, context);
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
async function sealNewKey(customer: string, { kms, keyId }: Target): Promise<string> {
  const command = new EncryptCommand({
    KeyId: keyId(),
    Plaintext: Buffer.from(newLicenceKey()),
    EncryptionContext: { customer, field: "licenceKey" },
  });
  const { CiphertextBlob } = await kms.send(command);
  if (!CiphertextBlob) throw new Error("KMS answered without CiphertextBlob");
  return Buffer.from(CiphertextBlob).toString("base64");
}
