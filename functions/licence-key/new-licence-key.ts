import { randomBytes } from "node:crypto";

/** Crockford's base 32: no I, L, O or U, which people misread. */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const groups = 6;
const groupLength = 5;

/** `7K3QF-...`: six groups of five characters, 150 random bits. */
export const newLicenceKey = (): string =>
  Array.from({ length: groups }, () =>
    // 256 is a multiple of 32: every character is as likely as any other.
    Array.from(randomBytes(groupLength), (byte) => alphabet[byte % alphabet.length]).join(""),
  ).join("-");
