import type { Profile } from "#functions/customer/profile.ts";
import type { SignedIn } from "#functions/customer/signed-in.ts";
import { open } from "#functions/platform/kms.ts";
import { customerLimit, type Limit } from "#functions/platform/rate-limits.ts";
import { ApiError } from "#functions/runtime/api-error.ts";
import { isRecent, readKey, type StoredKey } from "./licence-key-table.ts";

/** Throws 404 without a record. */
export async function readOwnKey({
  sub,
  record: profile,
}: SignedIn): Promise<{ profile: Profile; key: StoredKey }> {
  const key = await readKey(sub);
  if (!profile || !key) throw new ApiError("not_found");
  return { profile, key };
}

export const decryptKey = (customer: string, encrypted: string): Promise<string> =>
  open(encrypted, { customer, field: "licenceKey" });

/** Mails with the key that a customer may have sent in an hour. */
export const keyMailLimit = (sub: string): Limit => customerLimit("KEY_MAIL", sub);

/**
 * True when `write` was made; false when the same was done a moment ago by somebody else. Throws 409 when the
 * key is another one by now.
 */
export async function isFirst(
  sub: string,
  doneAt: (key: StoredKey) => number,
  write: () => Promise<boolean>,
): Promise<boolean> {
  if (await write()) return true;
  const key = await readKey(sub);
  if (key && isRecent(doneAt(key))) return false;
  throw new ApiError("conflict");
}
