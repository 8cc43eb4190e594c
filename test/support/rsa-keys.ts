import { generateKeyPairSync } from "node:crypto";

type Type = "pkcs1" | "pkcs8";

const made = new Map<string, string>();

/** An RSA private key in PEM: the same for the same bits and type. */
export function rsaKey(bits = 2048, type: Type = "pkcs8"): string {
  const name = `${bits} ${type}`;
  const known = made.get(name);
  if (known !== undefined) return known;
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: bits });
  for (const each of ["pkcs1", "pkcs8"] as const)
    made.set(`${bits} ${each}`, privateKey.export({ type: each, format: "pem" }).toString());
  return rsaKey(bits, type);
}

/** The same as requests carry it. */
export const rsaKeyBase64 = (bits?: number, type?: Type): string =>
  Buffer.from(rsaKey(bits, type)).toString("base64");

/** A key under a passphrase. */
export const encryptedRsaKey = (type: Type): string =>
  generateKeyPairSync("rsa", {
    modulusLength: 2048,
    privateKeyEncoding: { type, format: "pem", cipher: "aes-256-cbc", passphrase: "secret" },
    publicKeyEncoding: { type: "spki", format: "pem" },
  }).privateKey;

export const ellipticKey = (): string =>
  generateKeyPairSync("ec", { namedCurve: "P-256" })
    .privateKey.export({ type: "pkcs8", format: "pem" })
    .toString();
