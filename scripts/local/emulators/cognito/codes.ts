/** One-time codes: six digits, mailed, good for one purpose until they expire or a newer one replaces them. */

import { createHmac, randomInt } from "node:crypto";
import { hourMs } from "#shared/durations.ts";
import { codeMismatch, expiredCode } from "./errors.ts";
import { countWrongCode, forgiveWrongCodes, requireCodeAttempt } from "./limits.ts";
import { type CodeDeliveryDetails, deliveryDetails, type Message, sendMessage } from "./messages.ts";
import type { Pool } from "./pool.ts";
import type { Code, CodePurpose, User } from "./records/user.ts";
import { userKeyOf } from "./users/users.ts";

const lifetimes: Record<CodePurpose, number> = {
  signUp: 24 * hourMs,
  forgotPassword: hourMs,
  email: 24 * hourMs,
};

export function newCode(): string {
  return String(randomInt(1_000_000)).padStart(6, "0");
}

/** Mails a new code; an older one for the same purpose is worthless from now on. Throws what `sendMessage` throws. */
export async function sendCode(
  pool: Pool,
  user: User,
  purpose: CodePurpose,
  message: Omit<Message, "code">,
): Promise<CodeDeliveryDetails> {
  const value = newCode();
  const delivery = await sendMessage(pool, user, { ...message, code: value });
  user.codes[purpose] = { value, destination: message.to, expiresAt: pool.clock() + lifetimes[purpose] };
  return delivery;
}

/**
 * Uses a code up and says where it had been sent.
 * Throws ExpiredCodeException, CodeMismatchException or TooManyFailedAttemptsException.
 */
export function redeemCode(pool: Pool, user: User, purpose: CodePurpose, value: string): Code {
  const userKey = userKeyOf(pool, user.userName);
  requireCodeAttempt(pool, purpose, userKey);
  const code = user.codes[purpose];
  if (!code || code.expiresAt <= pool.clock()) throw expiredCode();
  if (code.value !== value) {
    countWrongCode(pool, purpose, userKey);
    throw codeMismatch();
  }
  delete user.codes[purpose];
  forgiveWrongCodes(pool, purpose, userKey);
  return code;
}

/** The answer for a user who does not exist: always the same, so that it does not reveal who exists. */
export function simulatedDelivery(pool: Pool, userName: string): CodeDeliveryDetails {
  const digest = createHmac("sha256", pool.simulationSecret).update(userKeyOf(pool, userName)).digest();
  const letter = (index: number) => String.fromCharCode(97 + ((digest[index] ?? 0) % 26));
  return deliveryDetails(`${letter(0)}@${letter(1)}`);
}
