import { randomBytes } from "node:crypto";
import { countMetric } from "#functions/runtime/metrics.ts";
import { toInternationalNumber } from "#shared/normalize.ts";
import {
  type ActiveRequest,
  activeRequestOf,
  maxWrongCodes,
  type PhoneState,
  readPhone,
  type SentRequest,
} from "./phone-table.ts";
import {
  reserve,
  type Sender,
  secondsToWait,
  senderName,
  sendTooSoon,
  withdrawIfBlocked,
} from "./sms-limits.ts";
import { recordSent, recordSentBefore } from "./verification-table.ts";
import { explainedBy, VonageCallError } from "./vonage.ts";
import {
  cancelVerification,
  requestMs,
  sendNextStep,
  startAfterCancelled,
  startVerification,
  stepMs,
} from "./vonage-verify.ts";

interface SentCode {
  /** Id of the verification. */
  verificationId: string;
  /** Seconds until another code can be sent; undefined if one was sent now. */
  secondsToWait?: number;
}

/**
 * Sends a code. If the same client was sent one less than a minute ago, returns an id for that one. Reserves
 * the number first, because Vonage's response may be lost after the SMS was sent (design section 9).
 */
export async function sendCode(phoneNumber: string, sender: Sender): Promise<SentCode> {
  const number = toInternationalNumber(phoneNumber);
  const phone = await readPhone(number);
  const wait = secondsToWait(phone);
  const verificationId = randomBytes(24).toString("base64url");
  if (wait > 0) {
    // Each API request gets its own verification id: a client is a network, and others in it must not know
    // the id that the owner verifies.
    await recordSentBefore(verificationId, number, currentRequest(phone, sender, wait));
    return { verificationId, secondsToWait: wait };
  }
  const codeSeed = await reserve(number, phone, sender, "sms");
  const sent = await send({ number, codeSeed }, phone)
    .catch(withdrawIfBlocked(number, phone, sender))
    .catch(notSent);
  countMetric("SmsSent");
  await recordSent(verificationId, number, sent);
  return { verificationId };
}

/** The number stays reserved, because the SMS may have been sent. */
const notSent = explainedBy(
  "SMSの送信を確認できませんでした。SMSが届かない場合は、60秒ほどおいて、もう一度お試しください。",
);

/**
 * Returns the active request. Throws 429 unless its code was certainly sent, is still valid, and was
 * requested by the same client.
 */
function currentRequest(phone: PhoneState | undefined, sender: Sender, wait: number): ActiveRequest {
  const live = activeRequestOf(phone);
  const isSameSender = phone?.sentFor === senderName(sender);
  if (!live || phone?.pending || !isSameSender || live.wrongCodes >= maxWrongCodes) throw sendTooSoon(wait);
  return live;
}

/** The number that gets the code, and the seed of the code. */
interface Recipient {
  number: string;
  codeSeed: string;
}

/** Sends the next SMS of the active request, or starts a new request. */
async function send(to: Recipient, phone: PhoneState | undefined): Promise<SentRequest> {
  const live = activeRequestOf(phone);
  if (!live) return start(to, phone);
  if (live.wrongCodes >= maxWrongCodes) return replace(to, live, true);
  const askedAt = Date.now();
  if (await sendNextStep(live.vonageRequestId)) {
    return { vonageRequestId: live.vonageRequestId, activeUntil: askedAt + stepMs, startsCount: false };
  }
  return startOrReplace(to, live);
}

/**
 * Starts a new request, because the state of the active one is unknown: Vonage says whether it is still in
 * progress.
 */
async function startOrReplace(to: Recipient, live: ActiveRequest): Promise<SentRequest> {
  const askedAt = Date.now();
  const { outcome, vonageRequestId } = await startVerification(to.number, to.codeSeed, "sms");
  if (outcome === "started") return { vonageRequestId, activeUntil: askedAt + requestMs, startsCount: false };
  if (vonageRequestId !== live.vonageRequestId) throw new VonageCallError("another request is in flight");
  return replace(to, live, false);
}

async function replace(to: Recipient, live: ActiveRequest, startsCount: boolean): Promise<SentRequest> {
  const { vonageRequestId: cancelled } = live;
  if (!(await cancelVerification(cancelled))) return { ...(await start(to, undefined)), startsCount };
  const askedAt = Date.now();
  const { number, codeSeed: seed } = to;
  const { outcome, vonageRequestId } = await startAfterCancelled(number, { seed, by: "sms", cancelled });
  if (outcome === "in-flight") throw new VonageCallError("another request is in flight");
  return { vonageRequestId, activeUntil: askedAt + requestMs, startsCount };
}

/**
 * Starts a request. Takes over one that is in progress at Vonage if an earlier response was lost. Throws for
 * any other.
 */
async function start(to: Recipient, phone: PhoneState | undefined): Promise<SentRequest> {
  const askedAt = Date.now();
  const { outcome, vonageRequestId } = await startVerification(to.number, to.codeSeed, "sms");
  if (outcome === "started") return { vonageRequestId, activeUntil: askedAt + requestMs, startsCount: true };
  if (!phone?.pending) throw new VonageCallError("another request is in flight");
  const taken = { lastSentAt: phone.lastSentAt, vonageRequestId, activeUntil: askedAt + stepMs };
  return { ...(await send(to, taken)), startsCount: true };
}
