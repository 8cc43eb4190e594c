/**
 * What is live at Vonage for a number. Several verifications may stand for one request there: a resend moves that request
 * on, and its wrong codes with it.
 */
import * as z from "zod/mini";
import { limits } from "../../shared/limits.ts";
import { getItem, type Update, updateAndRead, updateItem } from "../platform/table.ts";

export const wrongCodesAllowed = 3;
const liveMs = limits.smsCodeMinutes * 60_000;

const livePhone = z.object({
  /** Milliseconds since the epoch. */
  lastSentAt: z.int(),
  /** Vonage was asked and what came of it was not written down: its request may exist without our knowing. */
  pending: z.optional(z.boolean()),
  vonageRequestId: z.optional(z.string()),
  wrongCodes: z.optional(z.int()),
  /** Milliseconds since the epoch. */
  liveUntil: z.optional(z.int()),
});
export type LivePhone = z.output<typeof livePhone>;

/** A request at Vonage that can still be answered. */
export interface LiveRequest {
  vonageRequestId: string;
  wrongCodes: number;
  liveUntil: number;
}

/** One whose SMS just went out. Unless it begins afresh, the wrong codes counted so far stay. */
export interface SentRequest {
  vonageRequestId: string;
  liveUntil: number;
  afresh: boolean;
}

/** Names a number and the request at Vonage that something is about: nothing happens to a later one. */
interface OfRequest {
  number: string;
  vonageRequestId: string;
}

const phoneKey = (number: string) => ({ pk: `PHONE#${number}`, sk: "LIVE" });

export async function readPhone(number: string): Promise<LivePhone | undefined> {
  const item = await getItem(phoneKey(number));
  return item && livePhone.parse(item);
}

export function liveRequestOf(phone: LivePhone | undefined): LiveRequest | undefined {
  const { vonageRequestId, wrongCodes = 0, liveUntil = 0 } = phone ?? {};
  if (vonageRequestId === undefined || liveUntil <= Date.now()) return undefined;
  return { vonageRequestId, wrongCodes, liveUntil };
}

export const newLiveRequest = (vonageRequestId: string) => ({
  vonageRequestId,
  liveUntil: Date.now() + liveMs,
});

/** Takes the number for a code that is about to be sent; refused when somebody else took it since it was read. */
export function reservation(number: string, seen: LivePhone | undefined): Update {
  const now = Date.now();
  return {
    update: phoneKey(number),
    expression: "SET lastSentAt = :now, pending = :true, expiresAt = :expiresAt",
    condition: seen ? "lastSentAt = :seen" : "attribute_not_exists(pk)",
    values: {
      ":now": now,
      ":true": true,
      ":expiresAt": Math.ceil((now + liveMs) / 1000),
      ...(seen ? { ":seen": seen.lastSentAt } : {}),
    },
  };
}

/** A code was sent: this is the number's live request now. Part of recording the verification. */
export const nowLive = (number: string, { vonageRequestId, liveUntil, afresh }: SentRequest): Update => ({
  update: phoneKey(number),
  expression: `SET vonageRequestId = :request, liveUntil = :liveUntil${afresh ? ", wrongCodes = :none" : ""} REMOVE pending`,
  values: { ":request": vonageRequestId, ":liveUntil": liveUntil, ...(afresh ? { ":none": 0 } : {}) },
});

/** Counts a try before it is made, so that tries at once cannot exceed the limit. Undefined when none is left. */
export async function takeTry({ number, vonageRequestId }: OfRequest): Promise<LivePhone | undefined> {
  const item = await updateAndRead({
    update: phoneKey(number),
    expression: "ADD wrongCodes :one",
    condition: "vonageRequestId = :request AND wrongCodes < :most AND liveUntil > :now",
    values: { ":one": 1, ":request": vonageRequestId, ":most": wrongCodesAllowed, ":now": Date.now() },
  });
  return item && livePhone.parse(item);
}

/** The try was not made after all. */
export const giveTryBack = ({ number, vonageRequestId }: OfRequest): Promise<boolean> =>
  updateItem({
    update: phoneKey(number),
    expression: "ADD wrongCodes :less",
    condition: "vonageRequestId = :request AND wrongCodes > :none",
    values: { ":less": -1, ":request": vonageRequestId, ":none": 0 },
  });

/** Vonage's request is over, with or without success. */
export const endLive = ({ number, vonageRequestId }: OfRequest): Promise<boolean> =>
  updateItem({
    update: phoneKey(number),
    expression: "REMOVE vonageRequestId, wrongCodes, liveUntil",
    condition: "vonageRequestId = :request",
    values: { ":request": vonageRequestId },
  });
