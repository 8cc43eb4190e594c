/** The customer's licence key, encrypted, in `SECRETS`. */
import * as z from "zod/mini";
import { getItem, type Update } from "../platform/table.ts";

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
export const isRecent = (at: number): boolean => Date.now() - at < repeatMs;

const keyOf = (sub: string) => ({ pk: `CUSTOMER#${sub}`, sk: "SECRETS" });

export async function readKey(sub: string): Promise<StoredKey | undefined> {
  const item = await getItem(keyOf(sub));
  return item && row.parse(item);
}

const since = (attribute: string): string =>
  `licenceKey = :key AND (attribute_not_exists(${attribute}) OR ${attribute} <= :minuteAgo)`;
const times = () => ({ ":now": Date.now(), ":minuteAgo": Date.now() - repeatMs });

/** Refused unless that is still the key, and it was not mailed a moment ago. */
export const keyMailed = (sub: string, { licenceKey }: StoredKey): Update => ({
  update: keyOf(sub),
  expression: "SET licenceKeyMailedAt = :now",
  condition: since("licenceKeyMailedAt"),
  values: { ":key": licenceKey, ...times() },
});

/** Refused unless that is still the key, and it was not replaced a moment ago. `encrypted`: the new one. */
export const keyReplaced = (sub: string, { licenceKey }: StoredKey, encrypted: string): Update => ({
  update: keyOf(sub),
  expression: "SET licenceKey = :new, licenceKeyIssuedAt = :now, licenceKeyMailedAt = :now",
  condition: since("licenceKeyIssuedAt"),
  values: { ":key": licenceKey, ":new": encrypted, ...times() },
});
