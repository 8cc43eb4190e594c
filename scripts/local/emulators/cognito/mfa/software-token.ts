/** A user's authenticator app: setting it up and taking its codes. */
import { createHmac, randomInt } from "node:crypto";
import { expiredCode, softwareTokenNotFound } from "../errors.ts";
import type { Pool } from "../pool.ts";
import type { User } from "../records/user.ts";

/** Steps back that a code could still belong to; older ones need not be remembered. */
const window = 2;

/** A secret for the app. One that is set up already stays good until a code proves the new one. */
export function handOutSecret(user: User): string {
  const secret = newSecret();
  user.softwareToken.pendingSecret = secret;
  return secret;
}

/** Returns whether the code proves that the app has the new secret. Throws SoftwareTokenMFANotFoundException without one. */
export function proveSecret(pool: Pool, user: User, code: string): boolean {
  const { pendingSecret: secret } = user.softwareToken;
  if (!secret) throw softwareTokenNotFound();
  const step = stepOfCode(secret, code, pool.clock());
  if (step === undefined) return false;
  user.softwareToken = { secret, usedSteps: [step] };
  return true;
}

/** Returns whether the code is correct. Throws SoftwareTokenMFANotFoundException, or ExpiredCodeException when it was used before. */
export function takeAppCode(pool: Pool, { softwareToken }: User, code: string): boolean {
  const { secret } = softwareToken;
  if (!secret) throw softwareTokenNotFound();
  const step = stepOfCode(secret, code, pool.clock());
  if (step === undefined) return false;
  if (softwareToken.usedSteps.includes(step)) {
    throw expiredCode("Your software token has already been used once.");
  }
  const recent = softwareToken.usedSteps.filter((used) => used >= stepAt(pool.clock()) - window);
  softwareToken.usedSteps = [...recent, step];
  return true;
}

/** RFC 6238 with SHA-1, 30 seconds and 6 digits, over Base32 secrets (RFC 4648). */
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const stepMs = 30_000;
const modulus = 1_000_000;

/** 52 characters, as long as Cognito's. */
function newSecret(): string {
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
function stepOfCode(secret: string, code: string, milliseconds: number): number | undefined {
  const now = stepAt(milliseconds);
  return [now, now - 1, now + 1].find((step) => codeOfStep(secret, step) === code);
}

function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, "0")).join("");
  const bytes = bits.match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}
