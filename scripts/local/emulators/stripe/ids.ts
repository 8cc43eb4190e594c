import { randomInt } from "node:crypto";

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** `cus_` and as many random letters and digits as Stripe puts behind that prefix. */
export function newId(prefix: string, length = 24): string {
  return `${prefix}_${randomLetters(length)}`;
}

export function randomLetters(length: number): string {
  return Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join("");
}
