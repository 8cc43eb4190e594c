import { encrypt, encryptLong } from "../platform/kms.ts";

/** What a customer hands over, in clear, or encrypted: KMS ciphertext in base64. What is left out stays as it is. */
export interface Secrets {
  apiSecret?: string;
  basicPassword?: string;
  privateKey?: string;
}

const encrypters = { apiSecret: encrypt, basicPassword: encrypt, privateKey: encryptLong } as const;

export async function encryptAll(customer: string, secrets: Secrets): Promise<Secrets> {
  const fields = ["apiSecret", "basicPassword", "privateKey"] as const;
  const encrypted = fields.map(async (field) => {
    const plaintext = secrets[field];
    return plaintext === undefined ? [] : [[field, await encrypters[field](plaintext, { customer, field })]];
  });
  return Object.fromEntries((await Promise.all(encrypted)).flat());
}
