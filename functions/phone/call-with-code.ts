import { ApiError } from "#functions/runtime/api-error.ts";
import { count } from "#functions/runtime/metrics.ts";
import { callTooSoon, throwCallError } from "./errors.ts";
import {
  activeRequestOf,
  maxWrongCodes,
  type PhoneState,
  readPhone,
  type SentRequest,
} from "./phone-table.ts";
import { reserve, type Sender, secondsToCall } from "./sms-limits.ts";
import { isExpired, readVerification, recordCalled, type Verification } from "./verification-table.ts";
import { VonageCallError } from "./vonage.ts";
import { cancelVerification, requestMs, startVerification } from "./vonage-verify.ts";

/**
 * Calls the number of that verification with the code that its SMS has. Returns nothing once Vonage calls, and the seconds until the
 * next call if it called less than a minute ago.
 */
export async function callWithCode(requestId: string, sender: Sender): Promise<number | undefined> {
  const verification = await readVerification(requestId);
  if (verification?.status !== "sent" || isExpired(verification)) throw new ApiError("verification_expired");
  const phone = await readPhone(verification.number);
  const live = activeRequestOf(phone);
  if (!phone || live?.vonageRequestId !== verification.vonageRequestId)
    throw new ApiError("verification_expired");
  if (live.wrongCodes >= maxWrongCodes) throw new ApiError("code_attempts_exceeded");
  const wait = secondsToCall(phone);
  if (wait > 0) return waitForCall(phone, wait);
  const codeSeed = await reserve(verification.number, phone, sender, "voice");
  const called = await call(verification, phone, codeSeed).catch(throwCallError);
  count("SmsSent");
  // The code of the SMS was typed in meanwhile.
  if (!(await recordCalled(verification, called))) throw new ApiError("verification_expired");
  return undefined;
}

/** Throws 429 unless the phone was called for certain. */
function waitForCall({ pending, lastSentAt, calledAt }: PhoneState, wait: number): number {
  if (pending || lastSentAt !== calledAt) throw callTooSoon(wait);
  return wait;
}

/**
 * Replaces the request, because Vonage has no way to add a call to it. The request that is in progress instead is ours if we never
 * got an answer (`pending`).
 */
async function call(verification: Verification, phone: PhoneState, codeSeed: string): Promise<SentRequest> {
  const { number, vonageRequestId: replaced } = verification;
  await cancelVerification(replaced);
  const first = await start(number, codeSeed);
  if (first.outcome === "started") return first.sent;
  if (first.inFlight !== replaced && !phone.pending)
    throw new VonageCallError("another request is in flight");
  await cancelVerification(first.inFlight);
  const second = await start(number, codeSeed);
  if (second.outcome === "started") return second.sent;
  throw new VonageCallError("the request in flight cannot be cancelled");
}

type Outcome = { outcome: "started"; sent: SentRequest } | { outcome: "in-flight"; inFlight: string };

async function start(number: string, codeSeed: string): Promise<Outcome> {
  const askedAt = Date.now();
  const { outcome, vonageRequestId } = await startVerification(number, codeSeed, "voice");
  if (outcome === "in-flight") return { outcome, inFlight: vonageRequestId };
  return { outcome, sent: { vonageRequestId, activeUntil: askedAt + requestMs, startsCount: false } };
}
