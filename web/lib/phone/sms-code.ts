/** The code that an SMS brings: sending and checking it. */
import { verify } from "#shared/endpoints.ts";
import type { ErrorCode } from "#shared/errors.ts";
import { ApiError, callApi } from "../api/api-client.ts";

/** Resolves to the id that the check names. Throws as `callApi` does, and when the answer has no request_id. */
export async function sendSmsCode(phoneNumber: string): Promise<string> {
  const { request_id } = await callApi(verify, { body: { mode: "send", phone_number: phoneNumber } });
  if (!request_id) throw new Error("request_id is missing");
  return request_id;
}

/** The code is of no use any more. */
const ended: readonly ErrorCode[] = ["verification_expired", "code_attempts_exceeded"];

interface SmsCodeRefusal {
  /** What the server says beyond that the code is wrong. */
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

/** What waiting or trying again cures: the person stays, with the sentence that says so. */
const passing: readonly ErrorCode[] = ["too_many_requests", "provider_failed", "unavailable"];
export const isPassingFailure = (error: unknown): error is ApiError =>
  error instanceof ApiError && passing.includes(error.code);
