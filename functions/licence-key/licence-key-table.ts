/** The customer's licence key, encrypted, in `SECRETS`. */
import * as z from "zod/mini";
import { type Key, readItem, type Update } from "#functions/platform/table.ts";

const row = z.object({
  /** KMS ciphertext in base64. */
  licenceKey: z.string(),
  /** Milliseconds since the epoch: when the customer had it replaced, and when a mail with it was last asked for. */
  licenceKeyIssuedAt: z._default(z.int(), 0),
  licenceKeyMailedAt: z._default(z.int(), 0),
});
export type StoredKey = z.output<typeof row>;

/** The same order again within a minute is a double click or a lost answer, and is done already. */
const repeatMs = 60_000;
export const isRepeatedOrder = (at: number): boolean => Date.now() - at < repeatMs;

const keyOf = (sub: string): Key => ({ pk: `CUSTOMER#${sub}`, sk: "SECRETS" });

export const readKey = (sub: string): Promise<StoredKey | undefined> => readItem(keyOf(sub), row);

/** Refused unless that is still the key, and it was not mailed a moment ago. */
export const keyMailed = (sub: string, { licenceKey }: StoredKey): Update => ({
  update: keyOf(sub),
  set: { licenceKeyMailedAt: Date.now() },
  condition:
    "licenceKey = :key AND (attribute_not_exists(licenceKeyMailedAt) OR licenceKeyMailedAt <= :minuteAgo)",
  values: { ":key": licenceKey, ":minuteAgo": Date.now() - repeatMs },
});

/** Refused unless that is still the key: once it is replaced it never is again. `encrypted`: the new one. */
export const keyReplaced = (sub: string, { licenceKey }: StoredKey, encrypted: string): Update => ({
  update: keyOf(sub),
  set: { licenceKey: encrypted, licenceKeyIssuedAt: Date.now(), licenceKeyMailedAt: Date.now() },
  condition: "licenceKey = :key",
  values: { ":key": licenceKey },
});
