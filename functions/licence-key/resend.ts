import type { SignedIn } from "#functions/customer/signed-in.ts";
import { deliver } from "#functions/mail/deliver.ts";
import { newMail } from "#functions/mail/outbox.ts";
import { licenceKeyMail } from "#functions/mail/texts/licence-key-mail.ts";
import { auditRow } from "#functions/platform/audit.ts";
import { writeWithinLimits } from "#functions/platform/rate-limits.ts";
import { environment } from "#functions/runtime/environment.ts";
import { keyMailed } from "./licence-key-table.ts";
import { decryptKey, isFirst, keyMailLimit, readOwnKey } from "./own-key.ts";

/**
 * Mails the very same key to the address of the record; once, however often it is asked for within a minute. Throws 401, 404,
 * 409 and 429.
 */
export async function resendKey(caller: SignedIn): Promise<void> {
  const { sub } = caller;
  const { profile, key } = await readOwnKey(caller);
  const { email: to, customerId } = profile;
  const licenceKey = await decryptKey(sub, key.licenceKey);
  const mail = newMail({ template: "licence-key", customer: sub, to, encryptedLicenceKey: key.licenceKey });
  const writes = [keyMailed(sub, key), auditRow(sub, { action: "licence-key-resent", customerId }), mail];
  const isMine = await isFirst(
    sub,
    ({ licenceKeyMailedAt }) => licenceKeyMailedAt,
    () => writeWithinLimits([keyMailLimit(sub)], writes),
  );
  if (isMine) await deliver(to, licenceKeyMail(profile, licenceKey, environment("SITE_URL")), mail.put);
}
