/** Seals what customers entrust to us. A sealed value opens only for the same customer and field. */
import { environment } from "../runtime/environment.ts";
import { callAws } from "./aws.ts";

export type SealedField = "apiSecret" | "basicPassword" | "licenceKey" | "privateKey";
export interface SealedFor {
  /** The customer's `sub`. */
  customer: string;
  field: SealedField;
}

/** KMS ciphertext in base64. Functions that serve customers may do this and not the reverse. */
export async function seal(plaintext: string, { customer, field }: SealedFor): Promise<string> {
  const input = {
    KeyId: environment("KEY_ID"),
    Plaintext: Buffer.from(plaintext).toString("base64"),
    EncryptionContext: { customer, field },
  };
  return textOf(await callKms("Encrypt", input), "CiphertextBlob");
}

/** For ASCII of any length: KMS takes 4096 bytes at a time. The parts stand one after the other, with a dot between them. */
export async function sealLong(plaintext: string, sealedFor: SealedFor): Promise<string> {
  const parts = plaintext.match(/[\s\S]{1,4096}/g) ?? [""];
  return (await Promise.all(parts.map((part) => seal(part, sealedFor)))).join(".");
}

export async function open(sealed: string, { customer, field }: SealedFor): Promise<string> {
  const input = {
    KeyId: environment("KEY_ID"),
    CiphertextBlob: sealed,
    EncryptionContext: { customer, field },
  };
  return Buffer.from(textOf(await callKms("Decrypt", input), "Plaintext"), "base64").toString();
}

const callKms = (operation: string, body: unknown) =>
  callAws({ service: "kms", target: `TrentService.${operation}`, body, attempts: 3, timeoutMs: 2000 });

function textOf(answer: unknown, member: string): string {
  const value: unknown = Reflect.get(Object(answer), member);
  if (typeof value !== "string") throw new Error(`KMS answered without ${member}`);
  return value;
}
