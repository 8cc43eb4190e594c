import { limits } from "#shared/limits.ts";
import { failureMessages, messages } from "#shared/messages.ts";
import { isRsaPrivateKey } from "./parse-private-key.ts";

/** Why a key file is of no use; `message` may be shown. Specification section 8. */
export class KeyFileError extends Error {
  override readonly name = "KeyFileError";
}

/** The browser could not read the file at all. */
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

/** The text of a private key's file in base64. Throws `KeyFileError` for any file that the server would refuse. */
export async function readKeyFile(file: Blob): Promise<string> {
  if (file.size > limits.privateKeyMaxBytes) throw new KeyFileError(messages.privateKeyTooLarge);
  const bytes = await file.arrayBuffer().catch((cause: unknown) => {
    throw new KeyFileUnreadable(failureMessages.keyFileUnreadable, { cause });
  });
  if (bytes.byteLength === 0) throw new KeyFileError(messages.privateKeyEmpty);
  if (!(await isRsaPrivateKey(textOf(bytes)))) throw new KeyFileError(messages.privateKeyContent);
  return toBase64(bytes);
}
