/** A customer's own licence key: shown, mailed again, or replaced. Each function throws 401, 404 and 429. */

import type { Profile } from "#functions/customer/profile.ts";
import type { SignedInCaller } from "#functions/customer/signed-in.ts";
import { deliver } from "#functions/mail/mailer.ts";
import { newMail } from "#functions/mail/outbox.ts";
import { keyMails } from "#functions/mail/texts/licence-key-mail.ts";
import { auditRow } from "#functions/platform/audit.ts";
import type { AuditAction } from "#functions/platform/audit-actions.ts";
import { decrypt, encrypt } from "#functions/platform/kms.ts";
import {
  customerLimit,
  enforceLimits,
  type Limit,
  writeWithinLimits,
} from "#functions/platform/rate-limits.ts";
import type { Update } from "#functions/platform/table.ts";
import { environment } from "#functions/runtime/environment.ts";
import { HttpError } from "#functions/runtime/http-error.ts";
import { customerLimits } from "#shared/customer-limits.ts";
import { dayMs } from "#shared/durations.ts";
import { isRepeatedOrder, keyMailed, keyReplaced, readKey, type StoredKey } from "./licence-key-table.ts";
import { newLicenceKey } from "./new-licence-key.ts";

const revealLimit = (sub: string): Limit => ({
  ...customerLimit("REVEAL", sub),
  windowMs: dayMs,
  isSliding: false,
  message: `ライセンスキーを表示できるのは1日${customerLimits.REVEAL}回までです。明日以降にもう一度お試しいただくか、「メールで再送信」をご利用ください。`,
});

/** Returns the decrypted key. The request is counted and audited before the key is decrypted. */
export async function revealKey(caller: SignedInCaller): Promise<string> {
  const { sub } = caller;
  const { profile, key } = await readOwnKey(caller);
  const { customerId } = profile;
  await enforceLimits([revealLimit(sub)], [auditRow(sub, { action: "licence-key-revealed", customerId })]);
  return decryptKey(sub, key.licenceKey);
}

/** Mails the same key to the profile's address, once within a minute. Throws 409. */
export async function resendKey(caller: SignedInCaller): Promise<void> {
  const { sub } = caller;
  const { profile, key } = await readOwnKey(caller);
  await writeAndMail(sub, profile, {
    template: "licence-key",
    action: "licence-key-resent",
    licenceKey: await decryptKey(sub, key.licenceKey),
    encrypted: key.licenceKey,
    write: keyMailed(sub, key),
    doneAt: ({ licenceKeyMailedAt }) => licenceKeyMailedAt,
  });
}

/**
 * Replaces the key, once within a minute, and mails the new one. The mail says that the old one is invalid.
 * Throws 409.
 */
export async function reissueKey(caller: SignedInCaller): Promise<void> {
  const { sub } = caller;
  const { profile, key } = await readOwnKey(caller);
  if (isRepeatedOrder(key.licenceKeyIssuedAt)) return;
  const licenceKey = newLicenceKey();
  const encrypted = await encrypt(licenceKey, { customer: sub, field: "licenceKey" });
  await writeAndMail(sub, profile, {
    template: "licence-key-reissued",
    action: "licence-key-reissued",
    licenceKey,
    encrypted,
    write: keyReplaced(sub, key, encrypted),
    doneAt: ({ licenceKeyIssuedAt }) => licenceKeyIssuedAt,
  });
}

async function readOwnKey({ sub, profile }: SignedInCaller): Promise<{ profile: Profile; key: StoredKey }> {
  const key = await readKey(sub);
  if (!profile || !key) throw new HttpError("not_found");
  return { profile, key };
}

export const decryptKey = (customer: string, encrypted: string): Promise<string> =>
  decrypt(encrypted, { customer, field: "licenceKey" });

interface KeyMail {
  template: keyof typeof keyMails;
  action: AuditAction;
  licenceKey: string;
  encrypted: string;
  /** Refused if the same was done within a minute, or the key was replaced. */
  write: Update;
  doneAt(key: StoredKey): number;
}

/**
 * Writes key, audit row and mail in one transaction, and sends the mail. Throws 409 if the key was replaced.
 */
async function writeAndMail(sub: string, profile: Profile, order: KeyMail): Promise<void> {
  const { template, action, licenceKey, encrypted, write, doneAt } = order;
  const { email: to, customerId } = profile;
  const mail = newMail({ template, customer: sub, to, encryptedLicenceKey: encrypted });
  const writes = [write, auditRow(sub, { action, customerId }), mail];
  if (await writeWithinLimits([customerLimit("KEY_MAIL", sub)], writes)) {
    await deliver(to, keyMails[template](profile, licenceKey, environment("SITE_URL")), mail.put);
    return;
  }
  const now = await readKey(sub);
  if (!now || !isRepeatedOrder(doneAt(now))) throw new HttpError("conflict");
}
