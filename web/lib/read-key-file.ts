import { limits } from "../../shared/limits.ts";
import { failureMessages } from "../../shared/messages.ts";

/** Why a key file is of no use; `message` may be shown. Specification section 8. */
export class KeyFileError extends Error {
  override readonly name = "KeyFileError";
}

/** The longest that base64 fits into what the server takes. */
export const maxKeyFileBytes = (limits.privateKeyMaxLength / 4) * 3;

function encode(bytes: Uint8Array): string {
  // A key file is text (PEM): what is no text would not survive being read as such.
  new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

/** The file's text in base64; an empty file gives an empty string. Throws `KeyFileError`. */
export async function readKeyFile(file: Blob): Promise<string> {
  const bytes = await file.arrayBuffer().catch((cause: unknown) => {
    throw new KeyFileError(failureMessages.keyFileUnreadable, { cause });
  });
  try {
    return encode(new Uint8Array(bytes));
  } catch (cause) {
    throw new KeyFileError(failureMessages.keyFileNotText, { cause });
  }
}
