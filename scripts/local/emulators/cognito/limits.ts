/**
 * The limits of one user's tries, and the effect of exceeding them.
 * Source: developer guide, "Quotas" (per user and hour) and "Lockout behavior for failed sign-in attempts".
 */
import { hourMs } from "#shared/durations.ts";
import {
  incorrectUsernameOrPassword,
  limitExceeded,
  notAuthorized,
  tooManyFailedAttempts,
} from "./errors.ts";
import type { Pool } from "./pool.ts";
import type { User } from "./records/user.ts";

const callsPerHour = {
  ResendConfirmationCode: 5,
  ForgotPassword: 5,
  ChangePassword: 5,
} as const;
const wrongCodesPerHour = 15;

const freeFailures = 5;
const longestLock = 15 * 60 * 1000;

/** Counts a call. Throws LimitExceededException once the hour's calls are used up. */
export function countCall(pool: Pool, operation: keyof typeof callsPerHour, userKey: string): void {
  const attempts = recentAttempts(pool, operation, userKey);
  if (attempts.length >= callsPerHour[operation]) throw limitExceeded();
  attempts.push(pool.clock());
}

/** Throws TooManyFailedAttemptsException when that user has guessed too often, even for the right code. */
export function requireCodeAttempt(pool: Pool, purpose: string, userKey: string): void {
  if (recentAttempts(pool, purpose, userKey).length >= wrongCodesPerHour) throw tooManyFailedAttempts();
}

export function countWrongCode(pool: Pool, purpose: string, userKey: string): void {
  recentAttempts(pool, purpose, userKey).push(pool.clock());
}

export function forgiveWrongCodes(pool: Pool, purpose: string, userKey: string): void {
  pool.state.attempts.delete(`${purpose} ${userKey}`);
}

/** The user, if `isProven`, whichever way. Throws NotAuthorizedException: wrong, unknown or locked out. */
export function requirePassword(pool: Pool, userKey: string, isProven: (user: User) => boolean): User {
  const user = pool.state.users.get(userKey);
  requirePasswordAttempt(pool, userKey);
  if (user && isProven(user)) return user;
  countWrongPassword(pool, userKey);
  throw incorrectUsernameOrPassword();
}

/** Throws NotAuthorizedException while too many wrong passwords, or codes, keep the user locked out. */
export function requirePasswordAttempt(pool: Pool, userKey: string): void {
  const lockedUntil = pool.state.passwordFailures.get(userKey)?.lockedUntil ?? 0;
  if (pool.clock() < lockedUntil) throw notAuthorized("Password attempts exceeded");
}

/** The fifth failure locks for a second, each further one for twice as long, up to 15 minutes. */
export function countWrongPassword(pool: Pool, userKey: string): void {
  const now = pool.clock();
  const before = pool.state.passwordFailures.get(userKey);
  const count = before && now - before.lastAt < longestLock ? before.count + 1 : 1;
  const lock = count < freeFailures ? 0 : Math.min(1000 * 2 ** (count - freeFailures), longestLock);
  pool.state.passwordFailures.set(userKey, { count, lastAt: now, lockedUntil: now + lock });
}

export function forgiveWrongPasswords(pool: Pool, userKey: string): void {
  pool.state.passwordFailures.delete(userKey);
}

function recentAttempts(pool: Pool, what: string, userKey: string): number[] {
  const key = `${what} ${userKey}`;
  const recent = (pool.state.attempts.get(key) ?? []).filter((at) => pool.clock() - at < hourMs);
  pool.state.attempts.set(key, recent);
  return recent;
}
