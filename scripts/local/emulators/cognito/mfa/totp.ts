/** Codes of authenticator apps: RFC 6238 with SHA-1, 30 seconds and 6 digits, over Base32 secrets (RFC 4648). */
import { createHmac, randomInt } from "node:crypto";

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const stepMs = 30_000;
const modulus = 1_000_000;

/** 52 characters, as long as Cognito's. */
export function newSecret(): string {
  return Array.from({ length: 52 }, () => alphabet[randomInt(alphabet.length)]).join("");
}

export function stepAt(milliseconds: number): number {
  return Math.floor(milliseconds / stepMs);
}

export function codeOfStep(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac("sha1", fromBase32(secret)).update(counter).digest();
  const offset = digest.readUInt8(digest.length - 1) & 0xf;
  return String((digest.readUInt32BE(offset) & 0x7fff_ffff) % modulus).padStart(6, "0");
}

/** The step that `code` belongs to: the present one or a neighbour. Undefined when it fits none. */
export function stepOfCode(secret: string, code: string, milliseconds: number): number | undefined {
  const now = stepAt(milliseconds);
  return [now, now - 1, now + 1].find((step) => codeOfStep(secret, step) === code);
}

function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, "0")).join("");
  const bytes = bits.match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}
