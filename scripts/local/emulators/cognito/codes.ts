/** One-time codes: six digits, mailed, good for one purpose until they expire or a newer one replaces them. */
import { createHmac, randomInt } from "node:crypto";
import { codeMismatch, expiredCode } from "./errors.ts";
import { countWrongCode, forgiveWrongCodes, requireCodeAttempt } from "./limits.ts";
import type { Pool } from "./pool.ts";
import type { Code, CodePurpose, User } from "./state.ts";
import { userKeyOf } from "./users.ts";

export interface CodeDeliveryDetails {
  AttributeName: "email";
  DeliveryMedium: "EMAIL";
  /** Masked: `t***@e***`. */
  Destination: string;
}

const hour = 60 * 60 * 1000;
const lifetimes: Record<CodePurpose, number> = { signUp: 24 * hour, forgotPassword: hour, email: 24 * hour };

/** Mails a new code; an older one for the same purpose is worthless from now on. */
export function sendCode(
  pool: Pool,
  user: User,
  purpose: CodePurpose,
  destination: string,
): CodeDeliveryDetails {
  const value = String(randomInt(1_000_000)).padStart(6, "0");
  user.codes[purpose] = { value, destination, expiresAt: pool.clock() + lifetimes[purpose] };
  const { subject, text } = pool.settings.messages.verification;
  pool.deliver({
    channel: "email",
    to: destination,
    subject,
    text: text.replaceAll("{####}", value),
    code: value,
  });
  return deliveryDetails(destination);
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

/** What a user who does not exist is told, always the same, so that nobody learns who does. */
export function simulatedDelivery(pool: Pool, userName: string): CodeDeliveryDetails {
  const digest = createHmac("sha256", pool.simulationSecret).update(userKeyOf(pool, userName)).digest();
  const letter = (index: number) => String.fromCharCode(97 + ((digest[index] ?? 0) % 26));
  return deliveryDetails(`${letter(0)}@${letter(1)}`);
}

function deliveryDetails(address: string): CodeDeliveryDetails {
  const [name = "", domain = ""] = address.split("@");
  const Destination = `${name.slice(0, 1)}***@${domain.slice(0, 1)}***`;
  return { AttributeName: "email", DeliveryMedium: "EMAIL", Destination };
}
