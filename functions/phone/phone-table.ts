/**
 * What is live at Vonage for a number. Several verifications may stand for one request there: a resend moves that request
 * on, and its wrong codes with it.
 */
import * as z from "zod/mini";
import { getItem, type Update, updateAndRead, updateItem } from "../platform/table.ts";
import { requestMs } from "./vonage-verify.ts";

export const maxWrongCodes = 3;

const phoneState = z.object({
  /** Milliseconds since the epoch. */
  lastSentAt: z.int(),
  /** Hash of the address that asked for the latest SMS. */
  sentFor: z.optional(z.string()),
  /** Vonage was asked and what came of it was not written down: its request may exist without our knowing. */
  pending: z.optional(z.boolean()),
  vonageRequestId: z.optional(z.string()),
  /** Our id of the latest SMS. */
  requestId: z.optional(z.string()),
  /** Codes that were tried, but for the right one. */
  wrongCodes: z.optional(z.int()),
  /** Times that Vonage was asked about a code, the same one again included. */
  checks: z.optional(z.int()),
  /** Milliseconds since the epoch: Vonage's request does not end by itself before. */
  activeUntil: z.optional(z.int()),
});
export type PhoneState = z.output<typeof phoneState>;

/** A request at Vonage that can still be answered. */
export interface ActiveRequest {
  vonageRequestId: string;
  wrongCodes: number;
  activeUntil: number;
}

/** One whose SMS just went out. Unless the count starts anew, the wrong codes counted so far stay. */
export interface SentRequest {
  vonageRequestId: string;
  activeUntil: number;
  startsCount: boolean;
}

/** Names a number and the request at Vonage that something is about: nothing happens to a later one. */
interface RequestKey {
  number: string;
  vonageRequestId: string;
}

const phoneKey = (number: string) => ({ pk: `PHONE#${number}`, sk: "LIVE" });

export async function readPhone(number: string): Promise<PhoneState | undefined> {
  const item = await getItem(phoneKey(number));
  return item && phoneState.parse(item);
}

export function activeRequestOf(phone: PhoneState | undefined): ActiveRequest | undefined {
  const { vonageRequestId, wrongCodes = 0, activeUntil = 0 } = phone ?? {};
  if (vonageRequestId === undefined || activeUntil <= Date.now()) return undefined;
  return { vonageRequestId, wrongCodes, activeUntil };
}

/** Takes the number for a code that is about to be sent; refused when somebody else took it since it was read. */
export function reservation(number: string, seen: PhoneState | undefined, sentFor: string): Update {
  const now = Date.now();
  return {
    update: phoneKey(number),
    expression: "SET lastSentAt = :now, sentFor = :sentFor, pending = :true, expiresAt = :expiresAt",
    condition: seen ? "lastSentAt = :seen" : "attribute_not_exists(pk)",
    values: {
      ":now": now,
      ":sentFor": sentFor,
      ":true": true,
      ":expiresAt": Math.ceil((now + requestMs) / 1000),
      ...(seen ? { ":seen": seen.lastSentAt } : {}),
    },
  };
}

/** A code was sent: this is the number's live request now. Part of recording the verification. */
export function activateRequest(number: string, requestId: string, sent: SentRequest): Update {
  const { vonageRequestId, activeUntil, startsCount } = sent;
  const counts = startsCount ? ", wrongCodes = :none, checks = :none" : "";
  return {
    update: phoneKey(number),
    expression: `SET vonageRequestId = :vonage, requestId = :request, activeUntil = :activeUntil${counts} REMOVE pending`,
    values: {
      ":vonage": vonageRequestId,
      ":request": requestId,
      ":activeUntil": activeUntil,
      ...(startsCount ? { ":none": 0 } : {}),
    },
  };
}

const parsed = (item: object | undefined): PhoneState | undefined => item && phoneState.parse(item);

/** Counts a code before it is tried, so that tries at once cannot exceed the limit. Undefined when none is left. */
export const countAttempt = async ({
  number,
  vonageRequestId,
}: RequestKey): Promise<PhoneState | undefined> =>
  parsed(
    await updateAndRead({
      update: phoneKey(number),
      expression: "ADD wrongCodes :one, checks :one",
      condition: "vonageRequestId = :request AND wrongCodes < :most AND activeUntil > :now",
      values: { ":one": 1, ":request": vonageRequestId, ":most": maxWrongCodes, ":now": Date.now() },
    }),
  );

/** Counts that Vonage is asked again about a code that was counted before. Undefined when the request is over. */
export const countRepeatedAttempt = async (request: RequestKey): Promise<PhoneState | undefined> =>
  parsed(
    await updateAndRead({
      update: phoneKey(request.number),
      expression: "ADD checks :one",
      condition: "vonageRequestId = :request AND checks < :most AND activeUntil > :now",
      values: {
        ":one": 1,
        ":request": request.vonageRequestId,
        ":most": maxChecks,
        ":now": Date.now(),
      },
    }),
  );
const maxChecks = 10;

/** The try was not made after all. */
export const undoAttempt = ({ number, vonageRequestId }: RequestKey): Promise<boolean> =>
  updateItem({
    update: phoneKey(number),
    expression: "ADD wrongCodes :less, checks :less",
    condition: "vonageRequestId = :request AND wrongCodes > :none",
    values: { ":less": -1, ":request": vonageRequestId, ":none": 0 },
  });

/** Vonage's request is over, with or without success. */
export const endActiveRequest = ({ number, vonageRequestId }: RequestKey): Promise<boolean> =>
  updateItem({
    update: phoneKey(number),
    expression: "REMOVE vonageRequestId, wrongCodes, checks, activeUntil",
    condition: "vonageRequestId = :request",
    values: { ":request": vonageRequestId },
  });
