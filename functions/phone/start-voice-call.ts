import { HttpError } from "#functions/runtime/http-error.ts";
import { countMetric } from "#functions/runtime/metrics.ts";
import {
  type ActiveRequest,
  activeRequestOf,
  maxWrongCodes,
  type PhoneState,
  readPhone,
  type SentRequest,
} from "./phone-table.ts";
import { reserve, type Sender, secondsToCall, withdrawIfBlocked } from "./sms-limits.ts";
import { isExpired, readVerification, recordCalled, type Verification } from "./verification-table.ts";
import { explainedBy, VonageCallError } from "./vonage.ts";
import { cancelVerification, requestMs, startAfterCancelled, startVerification } from "./vonage-verify.ts";

/**
 * Calls the verification's number with the code of its SMS. Returns undefined once Vonage calls, or the
 * seconds until the next call is possible if it called less than a minute ago.
 */
export async function startVoiceCall(verificationId: string, sender: Sender): Promise<number | undefined> {
  const { verification, phone, live } = await readActive(verificationId);
  if (live.wrongCodes >= maxWrongCodes) throw new HttpError("code_attempts_exceeded");
  const wait = secondsToCall(phone);
  if (wait > 0) return waitForCall(phone, wait);
  const codeSeed = await reserve(verification.number, phone, sender, "voice");
  const called = await call(verification, phone, codeSeed)
    .catch(withdrawIfBlocked(verification.number, phone, sender))
    .catch(notCalled);
  countMetric("SmsSent");
  // The customer entered the SMS's code meanwhile.
  if (!(await recordCalled(verification, called))) throw new HttpError("verification_expired");
  return undefined;
}

const maxReads = 2;

/** Reads again if the two rows differ: a concurrent call may replace the request between the reads. */
async function readActive(verificationId: string): Promise<Active> {
  for (let reads = 0; reads < maxReads; reads += 1) {
    const verification = await readVerification(verificationId);
    if (verification?.status !== "sent" || isExpired(verification)) break;
    const phone = await readPhone(verification.number);
    const live = activeRequestOf(phone);
    if (phone && live?.vonageRequestId === verification.vonageRequestId) return { verification, phone, live };
  }
  throw new HttpError("verification_expired");
}

interface Active {
  verification: Verification;
  phone: PhoneState;
  live: ActiveRequest;
}

/** A voice call is possible only some time after the SMS. */
const callTooSoon = (seconds: number): HttpError =>
  new HttpError("too_many_requests", {
    message: `音声電話は、認証コードの送信から少し時間をおいてご利用いただけます。${seconds}秒後にもう一度お試しください。`,
    retryAfterSeconds: seconds,
  });

const notCalled = explainedBy(
  "電話の発信を確認できませんでした。電話がかかってこない場合は、60秒ほどおいて、もう一度お試しください。",
);

/** Returns `wait`. Throws 429 unless the phone was certainly called. */
function waitForCall({ pending, lastSentAt, calledAt }: PhoneState, wait: number): number {
  if (pending || lastSentAt !== calledAt) throw callTooSoon(wait);
  return wait;
}

/**
 * Replaces the request, because Vonage cannot add a call to it. Another request that is in progress is the
 * portal's own if a response was lost (`pending`).
 */
async function call(verification: Verification, phone: PhoneState, codeSeed: string): Promise<SentRequest> {
  const { number, vonageRequestId: replaced } = verification;
  const isCancelled = await cancelVerification(replaced);
  const first = await start(number, codeSeed, isCancelled ? replaced : undefined);
  if (first.outcome === "started") return first.sent;
  if (first.inFlight !== replaced && !phone.pending)
    throw new VonageCallError("another request is in flight");
  const second = await start(
    number,
    codeSeed,
    (await cancelVerification(first.inFlight)) ? first.inFlight : undefined,
  );
  if (second.outcome === "started") return second.sent;
  throw new VonageCallError("the request in flight cannot be cancelled");
}

type Outcome = { outcome: "started"; sent: SentRequest } | { outcome: "in-flight"; inFlight: string };

/** `cancelled`: the request that was cancelled before, and may still block the number. */
async function start(number: string, seed: string, cancelled: string | undefined): Promise<Outcome> {
  const askedAt = Date.now();
  const { outcome, vonageRequestId } =
    cancelled === undefined
      ? await startVerification(number, seed, "voice")
      : await startAfterCancelled(number, { seed, by: "voice", cancelled });
  if (outcome === "in-flight") return { outcome, inFlight: vonageRequestId };
  return { outcome, sent: { vonageRequestId, activeUntil: askedAt + requestMs, startsCount: false } };
}
