/**
 * The active Vonage request of a number. Several verifications may share one request: a resend advances that
 * request to its next step and keeps its count of wrong codes.
 */

import { randomBytes } from "node:crypto";
import * as z from "zod/mini";
import { type Key, readItem, type Update, updateAndRead, updateItem } from "#functions/platform/table.ts";
import { epochSeconds } from "#functions/platform/time.ts";
import { type Channel, requestMs } from "./vonage-verify.ts";

export const maxWrongCodes = 3;

const phoneState = z.object({
  /** Milliseconds since the epoch. */
  lastSentAt: z.int(),
  /** The customer's `sub`, or a hash of the IP address, that requested the latest SMS. */
  sentFor: z.optional(z.string()),
  /** Vonage was called and the result is not stored: an unknown request may exist. */
  pending: z.optional(z.boolean()),
  /** Milliseconds since the epoch: when a voice call was last requested. */
  calledAt: z.optional(z.int()),
  /** The seed of the code. It changes only when the count of wrong codes starts at 0. */
  codeSeed: z.optional(z.string()),
  vonageRequestId: z.optional(z.string()),
  /** Id of the latest SMS's verification. */
  verificationId: z.optional(z.string()),
  /** Wrong codes so far. */
  wrongCodes: z.optional(z.int()),
  /** Calls to Vonage to check a code, repeated ones included. */
  checks: z.optional(z.int()),
  /** Milliseconds since the epoch: the earliest expiry of Vonage's request. */
  activeUntil: z.optional(z.int()),
});
export type PhoneState = z.output<typeof phoneState>;

/** A Vonage request that can still be verified. */
export interface ActiveRequest {
  vonageRequestId: string;
  wrongCodes: number;
  activeUntil: number;
}

/** A Vonage request whose SMS was just sent. `startsCount`: the count of wrong codes starts at 0. */
export interface SentRequest {
  vonageRequestId: string;
  activeUntil: number;
  startsCount: boolean;
}

/** A number and its Vonage request: a change affects no later request of the number. */
interface RequestKey {
  number: string;
  vonageRequestId: string;
}

const phoneKey = (number: string): Key => ({ pk: `PHONE#${number}`, sk: "LIVE" });

export const readPhone = (number: string): Promise<PhoneState | undefined> =>
  readItem(phoneKey(number), phoneState);

export function activeRequestOf(phone: PhoneState | undefined): ActiveRequest | undefined {
  const { vonageRequestId, wrongCodes = 0, activeUntil = 0 } = phone ?? {};
  if (vonageRequestId === undefined || activeUntil <= Date.now()) return undefined;
  return { vonageRequestId, wrongCodes, activeUntil };
}

/** Returns the seed of the next code. A request that is, or may be, in progress keeps its code. */
export function codeSeedFor(phone: PhoneState | undefined): string {
  const { codeSeed, pending, lastSentAt = 0 } = phone ?? {};
  const live = activeRequestOf(phone);
  const mayBeActive = live
    ? live.wrongCodes < maxWrongCodes
    : pending === true && Date.now() < lastSentAt + requestMs;
  return (mayBeActive ? codeSeed : undefined) ?? randomBytes(16).toString("base64url");
}

/** The code that is about to be sent. */
export interface Sending {
  /** The customer's `sub`, or a hash of the IP address, that requests the code. */
  sentFor: string;
  codeSeed: string;
  by: Channel;
}

/**
 * The write that reserves the number before a code is sent. Refused if another request reserved it since it
 * was read.
 */
export function reservation(
  number: string,
  seen: PhoneState | undefined,
  { by, sentFor, codeSeed }: Sending,
): Update {
  const now = Date.now();
  return {
    update: phoneKey(number),
    set: {
      lastSentAt: now,
      calledAt: by === "voice" ? now : undefined,
      sentFor,
      codeSeed,
      pending: true,
      expiresAt: epochSeconds(now + requestMs),
    },
    ...(seen
      ? { condition: "lastSentAt = :seen", values: { ":seen": seen.lastSentAt } }
      : { creates: true, condition: "attribute_not_exists(pk)" }),
  };
}

/**
 * The write that takes a reservation back when no code was sent. `seen`: the row before the reservation. The
 * row stays pending, because the previous request was cancelled: until the next one, the portal compares its
 * code itself.
 */
export const withdrawal = (number: string, seen: PhoneState): Update => ({
  update: phoneKey(number),
  set: {
    lastSentAt: seen.lastSentAt,
    calledAt: seen.calledAt ?? null,
    sentFor: seen.sentFor ?? null,
    codeSeed: seen.codeSeed ?? null,
  },
  condition: "pending = :pending AND lastSentAt > :seen",
  values: { ":pending": true, ":seen": seen.lastSentAt },
});

/** The write that sets the number's active request after a code was sent. */
export function activateRequest(number: string, verificationId: string, sent: SentRequest): Update {
  const { vonageRequestId, activeUntil, startsCount } = sent;
  const counts = startsCount ? { wrongCodes: 0, checks: 0 } : {};
  return {
    update: phoneKey(number),
    set: { vonageRequestId, verificationId, activeUntil, ...counts, pending: null },
  };
}

/** Returns true if attempts remain; `countAttempt` resolves races. */
export function hasAttempts(phone: PhoneState | undefined, vonageRequestId: string): boolean {
  const live = activeRequestOf(phone);
  return live?.vonageRequestId === vonageRequestId && live.wrongCodes < maxWrongCodes;
}

const maxChecks = 10;

/**
 * Counts an attempt before Vonage is called, so that concurrent attempts cannot exceed the limit. A repeated
 * check of the same code is no new attempt. Returns undefined at the limit, or if the request has ended.
 */
export async function countAttempt(
  { number, vonageRequestId }: RequestKey,
  isRepeated = false,
): Promise<PhoneState | undefined> {
  const [counted, most] = isRepeated ? ["checks", maxChecks] : ["wrongCodes", maxWrongCodes];
  const item = await updateAndRead({
    update: phoneKey(number),
    add: isRepeated ? { checks: 1 } : { wrongCodes: 1, checks: 1 },
    condition: `vonageRequestId = :request AND ${counted} < :most AND activeUntil > :now`,
    values: { ":request": vonageRequestId, ":most": most, ":now": Date.now() },
  });
  return item && phoneState.parse(item);
}

/** Takes an attempt back: Vonage did not check the code. */
export const undoAttempt = ({ number, vonageRequestId }: RequestKey): Promise<boolean> =>
  updateItem({
    update: phoneKey(number),
    add: { wrongCodes: -1, checks: -1 },
    condition: "vonageRequestId = :request AND wrongCodes > :none",
    values: { ":request": vonageRequestId, ":none": 0 },
  });

/** Removes the number's active request, which has ended. */
export const endActiveRequest = ({ number, vonageRequestId }: RequestKey): Promise<boolean> =>
  updateItem({
    update: phoneKey(number),
    set: { vonageRequestId: null, wrongCodes: null, checks: null, activeUntil: null },
    condition: "vonageRequestId = :request",
    values: { ":request": vonageRequestId },
  });
