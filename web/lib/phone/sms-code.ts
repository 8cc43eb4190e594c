/** The code that an SMS or a call brings: sending and checking it. */
import { type ResponseOf, verify } from "#shared/endpoints.ts";
import type { ErrorCode } from "#shared/errors.ts";
import { limits } from "#shared/limits.ts";
import { ApiError, callApi } from "../api/api-client.ts";

export interface SentSms {
  /** Names the code in the check. */
  requestId: string;
  /** Epoch milliseconds by this browser's clock. */
  sentAt: number;
  /** Seconds until the server sends another code, or calls again: it did not now, because it just had. */
  secondsToWait?: number;
}

/** Throws as `callApi` does, and when the answer has no request_id. */
export async function sendSmsCode(phoneNumber: string): Promise<SentSms> {
  return sentSms(await callApi(verify, { body: { mode: "send", phone_number: phoneNumber } }));
}

/** Has the number called with the code of that SMS. Throws as `sendSmsCode` does. */
export async function callWithCode(requestId: string): Promise<SentSms> {
  return sentSms(await callApi(verify, { body: { mode: "call", request_id: requestId } }));
}

function sentSms(answer: ResponseOf<typeof verify>): SentSms {
  const { request_id: requestId, retry_after_seconds: secondsToWait } = answer;
  if (!requestId) throw new Error("request_id is missing");
  if (secondsToWait === undefined) return { requestId, sentAt: Date.now() };
  return { requestId, sentAt: Date.now() + (secondsToWait - limits.sendAgainSeconds) * 1000, secondsToWait };
}

/** The code is of no use any more. */
const ended: readonly ErrorCode[] = ["verification_expired", "code_attempts_exceeded"];

interface SmsCodeRefusal {
  /** The server's sentence, where it says more than that the code is wrong. */
  advice?: string;
  expired: boolean;
}

/** `undefined` when the code was right; any answer but a good one refuses it (specification section 8). */
export async function checkSmsCode(requestId: string, code: string): Promise<SmsCodeRefusal | undefined> {
  try {
    await callApi(verify, { body: { mode: "check", code, request_id: requestId } });
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return {
      expired: ended.includes(error.code),
      ...(error.code !== "verification_failed" && { advice: error.message }),
    };
  }
}

/** Failures that pass: the customer stays on the screen and tries again later. */
const passing: readonly ErrorCode[] = ["too_many_requests", "provider_failed", "unavailable"];
export const isPassingFailure = (error: unknown): error is ApiError =>
  error instanceof ApiError && passing.includes(error.code);
