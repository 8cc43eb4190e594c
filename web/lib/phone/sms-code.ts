/** Sends and checks the code of an SMS or a voice call. */
import { type ResponseOf, verify } from "#shared/endpoints.ts";
import type { ErrorCode } from "#shared/errors.ts";
import { limits } from "#shared/limits.ts";
import { ApiError, callApi } from "../api/api-client.ts";

export interface SentSms {
  /** The id of the verification, for the check. */
  requestId: string;
  /** Epoch milliseconds by this browser's clock. */
  sentAt: number;
  /**
   * Seconds until another code can be sent or another call made. Set if the server did neither, because it just had.
   */
  secondsToWait?: number;
}

/** Sends a code. Throws as `callApi` does, and if the response has no request_id. */
export async function sendSmsCode(phoneNumber: string): Promise<SentSms> {
  return sentSms(await callApi(verify, { body: { mode: "send", phone_number: phoneNumber } }));
}

/** Makes a voice call with the code of that SMS. Throws as `sendSmsCode` does. */
export async function callWithCode(requestId: string): Promise<SentSms> {
  return sentSms(await callApi(verify, { body: { mode: "call", request_id: requestId } }));
}

function sentSms(response: ResponseOf<typeof verify>): SentSms {
  const { request_id: requestId, retry_after_seconds: secondsToWait } = response;
  if (!requestId) throw new Error("request_id is missing");
  if (secondsToWait === undefined) return { requestId, sentAt: Date.now() };
  return { requestId, sentAt: Date.now() + (secondsToWait - limits.sendAgainSeconds) * 1000, secondsToWait };
}

/** Errors after which the code cannot be used. */
const ended: readonly ErrorCode[] = ["verification_expired", "code_attempts_exceeded"];

interface SmsCodeRefusal {
  /** The API's message, if it says more than that the code is wrong. */
  advice?: string;
  expired: boolean;
}

/** Returns `undefined` for the right code. Any error of the API is a refusal (specification section 8). */
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

/** Temporary errors: the customer stays on the screen and tries again later. */
const passing: readonly ErrorCode[] = ["too_many_requests", "provider_failed", "unavailable"];
export const isPassingFailure = (error: unknown): error is ApiError =>
  error instanceof ApiError && passing.includes(error.code);
