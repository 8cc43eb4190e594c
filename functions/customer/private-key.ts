import { createPrivateKey } from "node:crypto";
import { HttpError } from "#functions/runtime/http-error.ts";
import { decodePrivateKeyPem } from "#shared/customer/private-key.ts";
import { limits } from "#shared/limits.ts";
import { messages } from "#shared/messages.ts";

function rsaBits(pem: string): number {
  const key = decodePrivateKeyPem(pem);
  if (!key) return 0;
  try {
    const { asymmetricKeyType, asymmetricKeyDetails } = createPrivateKey({
      key: Buffer.from(key.der),
      format: "der",
      type: key.type,
    });
    return asymmetricKeyType === "rsa" ? (asymmetricKeyDetails?.modulusLength ?? 0) : 0;
  } catch {
    return 0;
  }
}

/**
 * Throws 400 at `privateKey` unless it is, in base64, an unencrypted RSA private key (PEM, PKCS#8 or PKCS#1)
 * of 2048 to 4096 bits.
 */
export function checkPrivateKey(privateKey: string): void {
  const bits = rsaBits(Buffer.from(privateKey, "base64").toString("utf8"));
  if (bits >= limits.rsaKeyMinBits && bits <= limits.rsaKeyMaxBits) return;
  throw new HttpError("bad_request", { fields: { privateKey: messages.privateKeyContent } });
}
