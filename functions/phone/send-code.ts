import { randomBytes } from "node:crypto";
import { toInternationalNumber } from "../../shared/normalize.ts";
import { count } from "../runtime/metrics.ts";
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
  /** What the check must name. */
  requestId: string;
  /** Seconds until another code may be sent; undefined when one was sent now. */
  secondsToWait?: number;
}

/**
 * Sends a code, or names the one that went out less than a minute ago to whoever asked for that one. The number is
 * reserved first: Vonage's answer may be lost after the SMS went out (design section 9).
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

/** Throws 429 when there is none that was surely sent and still counts, or somebody else asked for it. */
function currentRequestId(phone: PhoneState | undefined, sender: Sender, wait: number): string {
  const { requestId, pending, sentFor, wrongCodes = 0 } = phone ?? {};
  const isSameSender = sentFor === senderName(sender);
  if (requestId === undefined || pending || !isSameSender || wrongCodes >= maxWrongCodes)
    throw sendTooSoon(wait);
  return requestId;
}

/** A number with a live request gets that request's next SMS; only then, and otherwise, a new one. */
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

/** What became of the live request is not known: asking for a new one tells whether it is still in flight. */
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
 * A request that is in flight without our knowing is ours when we asked for one and never heard what came of it: it is
 * taken over. Any other is not to be touched.
 */
async function start(number: string, phone: PhoneState | undefined): Promise<SentRequest> {
  const askedAt = Date.now();
  const { outcome, vonageRequestId } = await startVerification(number);
  if (outcome === "started") return { vonageRequestId, activeUntil: askedAt + requestMs, startsCount: true };
  if (!phone?.pending) throw new VonageCallError("another request is in flight");
  const taken = { lastSentAt: phone.lastSentAt, vonageRequestId, activeUntil: askedAt + stepMs };
  return { ...(await send(number, taken)), startsCount: true };
}
