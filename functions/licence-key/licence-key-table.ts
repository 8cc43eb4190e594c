/** The customer's licence key, encrypted, in `SECRETS`. */
import * as z from "zod/mini";
import { type Key, readItem, type Update } from "#functions/platform/table.ts";

const row = z.object({
  /** KMS ciphertext in base64. */
  licenceKey: z.string(),
  /**
   * Milliseconds since the epoch: when the key was last replaced, and when a mail with it was last requested.
   */
  licenceKeyIssuedAt: z._default(z.int(), 0),
  licenceKeyMailedAt: z._default(z.int(), 0),
});
export type StoredKey = z.output<typeof row>;

/**
 * The same request again within a minute is a double click or follows a lost response, and is done already.
 */
const repeatMs = 60_000;
export const isRepeatedOrder = (at: number): boolean => Date.now() - at < repeatMs;

const keyOf = (sub: string): Key => ({ pk: `CUSTOMER#${sub}`, sk: "SECRETS" });

export const readKey = (sub: string): Promise<StoredKey | undefined> => readItem(keyOf(sub), row);

/** The write of a mail with the key. Refused if the key was replaced, or mailed within a minute. */
export const keyMailed = (sub: string, { licenceKey }: StoredKey): Update => ({
  update: keyOf(sub),
  set: { licenceKeyMailedAt: Date.now() },
  condition:
    "licenceKey = :key AND (attribute_not_exists(licenceKeyMailedAt) OR licenceKeyMailedAt <= :minuteAgo)",
  values: { ":key": licenceKey, ":minuteAgo": Date.now() - repeatMs },
});

/**
 * The write that replaces the key by `encrypted`, the new one. Refused if the key was replaced: an old key
 * never comes back.
 */
export const keyReplaced = (sub: string, { licenceKey }: StoredKey, encrypted: string): Update => ({
  update: keyOf(sub),
  set: { licenceKey: encrypted, licenceKeyIssuedAt: Date.now(), licenceKeyMailedAt: Date.now() },
  condition: "licenceKey = :key",
  values: { ":key": licenceKey },
});
