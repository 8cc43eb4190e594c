import { limits } from "#shared/limits.ts";

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
/** Bytes from here on would favour the alphabet's beginning. */
const fairBytes = 256 - (256 % alphabet.length);

/** Ties the return from the card provider to this browser: 15 random letters and digits. */
export function newUuid(): string {
  let uuid = "";
  while (uuid.length < limits.uuidLength) {
    for (const byte of crypto.getRandomValues(new Uint8Array(limits.uuidLength))) {
      if (byte < fairBytes && uuid.length < limits.uuidLength) uuid += alphabet[byte % alphabet.length];
    }
  }
  return uuid;
}
