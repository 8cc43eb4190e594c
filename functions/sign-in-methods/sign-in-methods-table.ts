/**
 * `ACTIVITY#<sub>`: the sign-in methods that the customer was mailed about. Functions delete no rows here.
 * `PASSKEY#<hash>`: a passkey and its last use; a removed one has `removedAt`. `SOFTWARE_TOKEN`: whether the
 * authenticator app is on; without a row it is off.
 */

import * as z from "zod/mini";
import { activityMs, activityPartition } from "#functions/activity/activity-table.ts";
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
import { partitionKey } from "#shared/partitions.ts";

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

const authenticatorKey = (sub: string): Key => ({ pk: activityPartition(sub), sk: "SOFTWARE_TOKEN" });
/** A credential id may be longer than a sort key. */
export const passkeyKey = (sub: string, credentialId: string): Key => ({
  pk: activityPartition(sub),
  sk: `${passkeyPrefix}${hash(credentialId)}`,
});

export async function readSignInMethods(sub: string): Promise<KnownSignInMethods> {
  const rows = await readPartition(activityPartition(sub), passkeyPrefix);
  const authenticator = rows.find(({ sk }) => sk === authenticatorKey(sub).sk);
  return {
    passkeys: rows.filter(isPasskeyRow).map((row) => passkeyRow.parse(row)),
    hasAuthenticator: authenticator !== undefined && authenticatorRow.parse(authenticator).isOn,
  };
}

/** True for the row of an existing passkey. */
export const isPasskeyRow = ({ sk, removedAt }: Row): boolean =>
  sk.startsWith(passkeyPrefix) && removedAt === undefined;

/**
 * The write of a new passkey. Refused if it is known. Cognito may list a removed one again, after an operator
 * switched passkeys off and on.
 */
export const newPasskey = (sub: string, credentialId: string): Put => ({
  put: passkeyKey(sub, credentialId),
  condition: "attribute_not_exists(pk) OR attribute_exists(removedAt)",
});

/** The write of a removed passkey. Refused if it was removed already. */
export const passkeyGone = ({ pk, sk }: Key): Update => ({
  update: { pk, sk },
  set: { removedAt: new Date().toISOString(), expiresAt: epochSeconds(Date.now() + activityMs) },
  condition: "attribute_not_exists(removedAt)",
});

/** The write of the authenticator app's state. Refused if the row has that state. */
export const authenticatorSwitched = (sub: string, isOn: boolean): Put => ({
  put: { ...authenticatorKey(sub), isOn },
  condition: isOn ? "attribute_not_exists(pk) OR isOn = :other" : "isOn = :other",
  values: { ":other": !isOn },
});

/** Stores a passkey's last use as the browser reports it: only the customer's own list shows it. */
export async function recordPasskeyUse(sub: string, credentialId: string): Promise<void> {
  await updateItem({
    update: passkeyKey(sub, credentialId),
    set: { lastUsedAt: new Date().toISOString() },
  });
}
