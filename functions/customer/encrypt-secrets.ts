import { createHmac } from "node:crypto";
import { encrypt, encryptLong } from "#functions/platform/kms.ts";
import type { Caller } from "#functions/runtime/caller.ts";
import type { Profile } from "./profile.ts";

/** A customer's secrets, as plain text or as KMS ciphertext in base64. A missing field means unchanged. */
export interface Secrets {
  apiSecret?: string;
  basicPassword?: string;
  privateKey?: string;
}

const encrypters = {
  apiSecret: encrypt,
  basicPassword: encrypt,
  privateKey: encryptLong,
} satisfies Record<keyof Secrets, typeof encrypt>;
const fields = Object.keys(encrypters) as (keyof Secrets)[];

export async function encryptAll(customer: string, secrets: Secrets): Promise<Secrets> {
  const encrypted = fields.map(async (field) => {
    const plaintext = secrets[field];
    return plaintext === undefined ? [] : [[field, await encrypters[field](plaintext, { customer, field })]];
  });
  return Object.fromEntries((await Promise.all(encrypted)).flat());
}

/**
 * Returns a digest of the secrets, by which a repeated request is recognized. Its key is the id of the
 * sign-in, which is not stored: a reader of the table cannot guess a short secret. Undefined without an id.
 */
export function digestOf(secrets: Secrets, { originJti }: Pick<Caller, "originJti">): string | undefined {
  if (originJti === "") return undefined;
  const text = JSON.stringify(fields.map((field) => secrets[field] ?? null));
  return createHmac("sha256", originJti).update(text).digest("base64url");
}

/** Returns the secrets, or none if the same sign-in stored the same secrets last. */
export function newSecrets(secrets: Secrets, caller: Caller, { secretsDigest }: Profile): Secrets {
  const digest = digestOf(secrets, caller);
  return digest !== undefined && digest === secretsDigest ? {} : secrets;
}
