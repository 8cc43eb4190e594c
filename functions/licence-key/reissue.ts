import type { SignedIn } from "#functions/customer/signed-in.ts";
import { deliver } from "#functions/mail/deliver.ts";
import { newMail } from "#functions/mail/outbox.ts";
import { licenceKeyReissuedMail } from "#functions/mail/texts/licence-key-mail.ts";
import { auditRow } from "#functions/platform/audit.ts";
import { encrypt } from "#functions/platform/kms.ts";
import { writeWithinLimits } from "#functions/platform/rate-limits.ts";
import { environment } from "#functions/runtime/environment.ts";
import { isRecent, keyReplaced } from "./licence-key-table.ts";
import { newLicenceKey } from "./new-licence-key.ts";
import { isFirst, keyMailLimit, readOwnKey } from "./own-key.ts";

/**
 * Replaces the key and mails the new one, which says that the old one is invalid; one new key, however often it is asked for
 * within a minute. Key, audit row and mail are one transaction. Throws 401, 404, 409 and 429.
 */
export async function reissueKey(caller: SignedIn): Promise<void> {
  const { sub } = caller;
  const { profile, key } = await readOwnKey(caller);
  if (isRecent(key.licenceKeyIssuedAt)) return;
  const { email: to, customerId } = profile;
  const licenceKey = newLicenceKey();
  const encrypted = await encrypt(licenceKey, { customer: sub, field: "licenceKey" });
  const mail = newMail({
    template: "licence-key-reissued",
    customer: sub,
    to,
    encryptedLicenceKey: encrypted,
  });
  const writes = [
    keyReplaced(sub, key, encrypted),
    auditRow(sub, { action: "licence-key-reissued", customerId }),
    mail,
  ];
  const isMine = await isFirst(
    sub,
    ({ licenceKeyIssuedAt }) => licenceKeyIssuedAt,
    () => writeWithinLimits([keyMailLimit(sub)], writes),
  );
  if (isMine)
    await deliver(to, licenceKeyReissuedMail(profile, licenceKey, environment("SITE_URL")), mail.put);
}
