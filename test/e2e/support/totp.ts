import { createHmac } from "node:crypto";
import { expect } from "vitest";
import { callCognito } from "./account-change.ts";
import type { Tokens } from "./customer.ts";

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const stepSeconds = 30;

function decodeBase32(text: string): Buffer {
  const bits = [...text].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, "0")).join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** The code of an authenticator app `steps` half-minutes from now (RFC 6238). A code counts once, so two in a row need two steps. */
export function authenticatorCode(secret: string, steps = 0): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 1000 / stepSeconds) + steps));
  const digest = createHmac("sha1", decodeBase32(secret)).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 15;
  const number = digest.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, "0");
}

/** A code that was not used yet, and counts for at least half a minute from now. */
export const unusedCode = (secret: string, used: readonly string[]): string =>
  [0, 1].map((steps) => authenticatorCode(secret, steps)).find((code) => !used.includes(code)) ?? "";

/** Switches an authenticator app on with the code of the last half-minute: the present one and the next are unused. */
export async function switchOnAuthenticator({ accessToken: AccessToken }: Tokens): Promise<string> {
  const call = (operation: string, input: object) => callCognito(operation, { AccessToken, ...input });
  const { SecretCode: secret } = (await (await call("AssociateSoftwareToken", {})).json()) as {
    SecretCode: string;
  };
  const verify = () => call("VerifySoftwareToken", { UserCode: authenticatorCode(secret, -1) });
  // A half-minute may end on the way.
  await expect.poll(async () => (await verify()).status).toBe(200);
  const SoftwareTokenMfaSettings = { Enabled: true, PreferredMfa: true };
  expect((await call("SetUserMFAPreference", { SoftwareTokenMfaSettings })).status).toBe(200);
  return secret;
}
