import { randomBytes } from "node:crypto";
import { toInternationalNumber } from "../../shared/normalize.ts";
import { count } from "../runtime/metrics.ts";
import {
  type LivePhone,
  type LiveRequest,
  liveRequestOf,
  newLiveRequest,
  readPhone,
  type SentRequest,
  wrongCodesAllowed,
} from "./phone-table.ts";
import { asProviderProblem, sentTooSoon } from "./problems.ts";
import { reserve, sendAgainAfterSeconds, waitBeforeNextSend } from "./sms-limits.ts";
import { recordSent } from "./verification-table.ts";
import { cancelVerification, sendNextStep, startVerification } from "./vonage-verify.ts";

/**
 * Sends a code and returns the id that the check must name. The number is reserved first: Vonage's answer may be lost
 * after the SMS went out (design section 9).
 */
export async function sendCode(phoneNumber: string, clientAddress: string): Promise<string> {
  const number = toInternationalNumber(phoneNumber);
  const phone = await readPhone(number);
  waitBeforeNextSend(phone);
  await reserve(number, phone, clientAddress);
  const sent = await send(number, phone).catch(asProviderProblem);
  count("SmsSent");
  const requestId = randomBytes(24).toString("base64url");
  await recordSent(requestId, number, sent);
  return requestId;
}

/** A number with a live request gets that request's next SMS; only then, and otherwise, a new one. */
async function send(number: string, phone: LivePhone | undefined): Promise<SentRequest> {
  const live = liveRequestOf(phone);
  if (!live) return start(number, phone);
  if (live.wrongCodes >= wrongCodesAllowed) return replace(number, live);
  switch (await sendNextStep(live.vonageRequestId)) {
    case "sent":
      return { ...live, afresh: false };
    case "gone":
      return start(number, phone);
    case "no-step-left":
      return { ...(await replace(number, live)), afresh: false };
  }
}

async function replace(number: string, live: LiveRequest): Promise<SentRequest> {
  await cancelVerification(live.vonageRequestId);
  return start(number, undefined);
}

/**
 * A request that is in flight without our knowing is ours when we asked for one and never heard what came of it: it is
 * taken over. Any other is not to be touched.
 */
async function start(number: string, phone: LivePhone | undefined): Promise<SentRequest> {
  const { outcome, vonageRequestId } = await startVerification(number);
  const request = newLiveRequest(vonageRequestId);
  if (outcome === "started") return { ...request, afresh: true };
  if (!phone?.pending) throw sentTooSoon(sendAgainAfterSeconds);
  return { ...(await send(number, { lastSentAt: phone.lastSentAt, ...request })), afresh: true };
}
