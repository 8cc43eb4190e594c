/**
 * `ACTIVITY#<sub>`, `PASSKEY#<hash>`: a passkey that the customer has been told of, and when it was last used. One that is gone
 * has `removedAt`: functions delete nothing here.
 */
import * as z from "zod/mini";
import { activityMs } from "#functions/activity/activity-table.ts";
import { hash } from "#functions/platform/networks.ts";
import {
  type Item,
  type Key,
  type Put,
  readPartitionFrom,
  type Update,
  updateItem,
} from "#functions/platform/table.ts";

const prefix = "PASSKEY#";

const row = z.object({
  pk: z.string(),
  sk: z.string(),
  lastUsedAt: z.optional(z.string()),
  removedAt: z.optional(z.string()),
});
export type PasskeyRow = z.output<typeof row>;

/** A credential id may be longer than a sort key. */
export const passkeyKey = (sub: string, credentialId: string): Key => ({
  pk: `ACTIVITY#${sub}`,
  sk: `${prefix}${hash(credentialId)}`,
});

/** Those that are not gone. */
export async function readPasskeyRows(sub: string): Promise<PasskeyRow[]> {
  const items = await readPartitionFrom(`ACTIVITY#${sub}`, prefix);
  return items.filter(isPasskeyRow).map((item) => row.parse(item));
}

/** Of a passkey that is not gone. */
export const isPasskeyRow = ({ sk, removedAt }: Key & Item): boolean =>
  sk.startsWith(prefix) && removedAt === undefined;

/** Refused when it is known by now. */
export const newPasskey = (sub: string, credentialId: string): Put => ({
  put: passkeyKey(sub, credentialId),
  condition: "attribute_not_exists(pk)",
});

/** Refused when it is gone by now. */
export const passkeyGone = ({ pk, sk }: Key): Update => ({
  update: { pk, sk },
  expression: "SET removedAt = :now, expiresAt = :later",
  condition: "attribute_exists(pk) AND attribute_not_exists(removedAt)",
  values: { ":now": new Date().toISOString(), ":later": Math.ceil((Date.now() + activityMs) / 1000) },
});

/** The browser's word: it only dates the passkey in the customer's own list. */
export async function recordPasskeyUse(sub: string, credentialId: string): Promise<void> {
  await updateItem({
    update: passkeyKey(sub, credentialId),
    expression: "SET lastUsedAt = :now",
    condition: "attribute_exists(pk)",
    values: { ":now": new Date().toISOString() },
  });
}
