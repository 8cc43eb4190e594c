import type { SignedIn } from "#functions/customer/signed-in.ts";
import { auditRow } from "#functions/platform/audit.ts";
import { customerLimit, dayMs, enforceLimits, type Limit } from "#functions/platform/rate-limits.ts";
import { customerLimits } from "#shared/customer-limits.ts";
import { decryptKey, readOwnKey } from "./own-key.ts";

const revealsADay = customerLimits.REVEAL;

const revealLimit = (sub: string): Limit => ({
  ...customerLimit("REVEAL", sub),
  windowMs: dayMs,
  isSliding: false,
  message: `ライセンスキーを表示できるのは1日${revealsADay}回までです。明日以降にもう一度お試しいただくか、「メールで再送」をご利用ください。`,
});

/** The key in clear. It is counted and written down before it is decrypted. Throws 401, 404 and 429. */
export async function revealKey(caller: SignedIn): Promise<string> {
  const { sub } = caller;
  const { profile, key } = await readOwnKey(caller);
  const { customerId } = profile;
  await enforceLimits([revealLimit(sub)], [auditRow(sub, { action: "licence-key-revealed", customerId })]);
  return decryptKey(sub, key.licenceKey);
}
