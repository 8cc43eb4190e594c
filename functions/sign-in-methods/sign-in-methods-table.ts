/**
 * `ACTIVITY#<sub>`: what the customer has been told of, and functions delete nothing here. `PASSKEY#<hash>`: a passkey, and when it
 * was last used; one that is gone has `removedAt`. `SOFTWARE_TOKEN`: whether the authenticator app is on; without a row it is off.
 */

import * as z from "zod/mini";
import { activityMs } from "#functions/activity/activity-table.ts";
import { hash } from "#functions/platform/networks.ts";
import {
  type Key,
  type Put,
  type Row,
  readPartition,
  type Update,
  updateItem,
} from "#functions/platform/table.ts";
import { epochSeconds } from "#functions/platform/time.ts";
import { type PartitionKey, partitionKey } from "#shared/partitions.ts";

const partition = (sub: string): PartitionKey => `ACTIVITY#${sub}`;
export const passkeyPrefix = "PASSKEY#";

const passkeyRow = z.object({
  pk: partitionKey,
  sk: z.string(),
  lastUsedAt: z.optional(z.string()),
  removedAt: z.optional(z.string()),
});
const authenticatorRow = z.object({ isOn: z.boolean() });

interface KnownSignInMethods {
  /** The existing passkeys. */
  passkeys: z.output<typeof passkeyRow>[];
  hasAuthenticator: boolean;
}

const authenticatorKey = (sub: string): Key => ({ pk: partition(sub), sk: "SOFTWARE_TOKEN" });
/** A credential id may be longer than a sort key. */
export const passkeyKey = (sub: string, credentialId: string): Key => ({
  pk: partition(sub),
  sk: `${passkeyPrefix}${hash(credentialId)}`,
});

export async function readSignInMethods(sub: string): Promise<KnownSignInMethods> {
  const rows = await readPartition(partition(sub), passkeyPrefix);
  const authenticator = rows.find(({ sk }) => sk === authenticatorKey(sub).sk);
  return {
    passkeys: rows.filter(isPasskeyRow).map((row) => passkeyRow.parse(row)),
    hasAuthenticator: authenticator !== undefined && authenticatorRow.parse(authenticator).isOn,
  };
}

/** Of a passkey that is not gone. */
export const isPasskeyRow = ({ sk, removedAt }: Row): boolean =>
  sk.startsWith(passkeyPrefix) && removedAt === undefined;

/** Refused when it is known by now. Cognito may list one again: where an operator switched passkeys off and on. */
export const newPasskey = (sub: string, credentialId: string): Put => ({
  put: passkeyKey(sub, credentialId),
  condition: "attribute_not_exists(pk) OR attribute_exists(removedAt)",
});

/** Refused when it is gone by now. */
export const passkeyGone = ({ pk, sk }: Key): Update => ({
  update: { pk, sk },
  set: { removedAt: new Date().toISOString(), expiresAt: epochSeconds(Date.now() + activityMs) },
  condition: "attribute_not_exists(removedAt)",
});

/** Refused when it is known by now. */
export const authenticatorSwitched = (sub: string, isOn: boolean): Put => ({
  put: { ...authenticatorKey(sub), isOn },
  condition: isOn ? "attribute_not_exists(pk) OR isOn = :other" : "isOn = :other",
  values: { ":other": !isOn },
});

/** The browser's word: it only dates the passkey in the customer's own list. */
export async function recordPasskeyUse(sub: string, credentialId: string): Promise<void> {
  await updateItem({
    update: passkeyKey(sub, credentialId),
    set: { lastUsedAt: new Date().toISOString() },
  });
}
