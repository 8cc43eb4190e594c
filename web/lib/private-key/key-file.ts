import { decodePrivateKeyPem, type EncodedPrivateKey } from "#shared/customer/private-key.ts";
import { limits } from "#shared/limits.ts";
import { failureMessages, messages } from "#shared/messages.ts";

const rsa = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" } as const;

/** Encodes a DER value: tag, length, content. */
function der(tag: number, ...contents: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const content = contents.flatMap((part) => [...part]);
  const { length } = content;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Uint8Array.from([tag, ...size, ...content]);
}

/** RFC 5958: version 0, AlgorithmIdentifier rsaEncryption (1.2.840.113549.1.1.1) with NULL. */
const rsaKeyInfo = Uint8Array.from([
  0x02, 0x01, 0x00, 0x30, 0x0d, 0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01, 0x05, 0x00,
]);

/** Converts a key to PKCS#8, the only format that Web Crypto imports. */
const toPkcs8 = (key: EncodedPrivateKey): Uint8Array<ArrayBuffer> =>
  key.type === "pkcs8" ? key.der : der(0x30, rsaKeyInfo, der(0x04, key.der));

/**
 * Returns whether the text is an unencrypted RSA private key (PEM, PKCS#8 or PKCS#1) of a length that Vonage accepts.
 */
export async function isRsaPrivateKey(pem: string): Promise<boolean> {
  const key = decodePrivateKeyPem(pem);
  if (!key) return false;
  try {
    const { algorithm } = await crypto.subtle.importKey("pkcs8", toPkcs8(key), rsa, false, ["sign"]);
    const { modulusLength } = algorithm as RsaHashedKeyAlgorithm;
    return modulusLength >= limits.rsaKeyMinBits && modulusLength <= limits.rsaKeyMaxBits;
  } catch {
    return false;
  }
}

/** The key file is refused. `message` can be shown. Specification section 8. */
export class KeyFileError extends Error {
  override readonly name = "KeyFileError";
}

/** The browser cannot read the file. */
export class KeyFileUnreadable extends KeyFileError {}

function textOf(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new KeyFileError(failureMessages.keyFileNotText, { cause });
  }
}

const toBase64 = (bytes: ArrayBuffer): string =>
  btoa(Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join(""));

/** Returns the content of a private key file in base64. Throws `KeyFileError` for a file that the API would refuse. */
export async function readKeyFile(file: Blob): Promise<string> {
  if (file.size > limits.privateKeyMaxBytes) throw new KeyFileError(messages.privateKeyTooLarge);
  const bytes = await file.arrayBuffer().catch((cause: unknown) => {
    throw new KeyFileUnreadable(failureMessages.keyFileUnreadable, { cause });
  });
  if (bytes.byteLength === 0) throw new KeyFileError(messages.privateKeyEmpty);
  if (!(await isRsaPrivateKey(textOf(bytes)))) throw new KeyFileError(messages.privateKeyContent);
  return toBase64(bytes);
}
