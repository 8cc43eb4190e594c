import { randomBytes } from "node:crypto";
import { count } from "#functions/runtime/metrics.ts";
import { toInternationalNumber } from "#shared/normalize.ts";
import { sendTooSoon, throwProviderError } from "./errors.ts";
import {
  type ActiveRequest,
  activeRequestOf,
  maxWrongCodes,
  type PhoneState,
  readPhone,
  type SentRequest,
} from "./phone-table.ts";
import { reserve, type Sender, secondsToWait, senderName } from "./sms-limits.ts";
import { recordSent } from "./verification-table.ts";
import { VonageCallError } from "./vonage.ts";
import { cancelVerification, requestMs, sendNextStep, startVerification, stepMs } from "./vonage-verify.ts";

export interface SentCode {
  /** Id for the check. */
  requestId: string;
  /** Seconds until another code can be sent; undefined if one was sent now. */
  secondsToWait?: number;
}

/**
 * Sends a code, or returns the id of one that the same client was sent less than a minute ago. Reserves the number first,
 * because Vonage's response may be lost after the SMS was sent (design section 9).
 */
export async function sendCode(phoneNumber: string, sender: Sender): Promise<SentCode> {
  const number = toInternationalNumber(phoneNumber);
  const phone = await readPhone(number);
  const wait = secondsToWait(phone);
  if (wait > 0) return { requestId: currentRequestId(phone, sender, wait), secondsToWait: wait };
  await reserve(number, phone, sender);
  const sent = await send(number, phone).catch(throwProviderError);
  count("SmsSent");
  const requestId = randomBytes(24).toString("base64url");
  await recordSent(requestId, number, sent);
  return { requestId };
}

/** Throws 429 unless a code was sent for certain, is still valid, and was requested by the same client. */
function currentRequestId(phone: PhoneState | undefined, sender: Sender, wait: number): string {
  const { requestId, pending, sentFor, wrongCodes = 0 } = phone ?? {};
  const isSameSender = sentFor === senderName(sender);
  if (requestId === undefined || pending || !isSameSender || wrongCodes >= maxWrongCodes)
    throw sendTooSoon(wait);
  return requestId;
}

/** Sends the next SMS of the active request, or starts a new request. */
async function send(number: string, phone: PhoneState | undefined): Promise<SentRequest> {
  const live = activeRequestOf(phone);
  if (!live) return start(number, phone);
  if (live.wrongCodes >= maxWrongCodes) return replace(number, live, true);
  const askedAt = Date.now();
  if (await sendNextStep(live.vonageRequestId)) {
    return { vonageRequestId: live.vonageRequestId, activeUntil: askedAt + stepMs, startsCount: false };
  }
  return startOrReplace(number, live);
}

/** The state of the active request is not known: starting a new one tells whether it is still in progress. */
async function startOrReplace(number: string, live: ActiveRequest): Promise<SentRequest> {
  const askedAt = Date.now();
  const { outcome, vonageRequestId } = await startVerification(number);
  if (outcome === "started") return { vonageRequestId, activeUntil: askedAt + requestMs, startsCount: false };
  if (vonageRequestId !== live.vonageRequestId) throw new VonageCallError("another request is in flight");
  return replace(number, live, false);
}

async function replace(number: string, live: ActiveRequest, startsCount: boolean): Promise<SentRequest> {
  await cancelVerification(live.vonageRequestId);
  return { ...(await start(number, undefined)), startsCount };
}

/**
 * Takes over a request that is in progress at Vonage if we started one and never got the response. Throws for any other.
 */
async function start(number: string, phone: PhoneState | undefined): Promise<SentRequest> {
  const askedAt = Date.now();
  const { outcome, vonageRequestId } = await startVerification(number);
  if (outcome === "started") return { vonageRequestId, activeUntil: askedAt + requestMs, startsCount: true };
  if (!phone?.pending) throw new VonageCallError("another request is in flight");
  const taken = { lastSentAt: phone.lastSentAt, vonageRequestId, activeUntil: askedAt + stepMs };
  return { ...(await send(number, taken)), startsCount: true };
}
