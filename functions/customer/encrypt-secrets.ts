import { seal, sealLong } from "../platform/kms.ts";

/** What a customer hands over, in clear, or sealed: KMS ciphertext in base64. What is left out stays as it is. */
export interface Secrets {
  apiSecret?: string;
  basicPassword?: string;
  privateKey?: string;
}

const sealers = { apiSecret: seal, basicPassword: seal, privateKey: sealLong } as const;

export async function sealAll(customer: string, secrets: Secrets): Promise<Secrets> {
  const fields = ["apiSecret", "basicPassword", "privateKey"] as const;
  const sealed = fields.map(async (field) => {
    const plaintext = secrets[field];
    return plaintext === undefined ? [] : [[field, await sealers[field](plaintext, { customer, field })]];
  });
  return Object.fromEntries((await Promise.all(sealed)).flat());
}
