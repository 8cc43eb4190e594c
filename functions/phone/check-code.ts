import { ApiError } from "#functions/runtime/api-error.ts";
import { count } from "#functions/runtime/metrics.ts";
import { limits } from "#shared/limits.ts";
import {
  countAttempt,
  countRepeatedAttempt,
  endActiveRequest,
  maxWrongCodes,
  type PhoneState,
  readPhone,
  undoAttempt,
} from "./phone-table.ts";
import { limitCodeAttempts } from "./sms-limits.ts";
import {
  isCheckedCode,
  isExpired,
  readVerification,
  recordChecked,
  recordVerified,
  recordWrong,
  type Verification,
} from "./verification-table.ts";
import { VonageCallError } from "./vonage.ts";
import * as vonage from "./vonage-verify.ts";

const codePattern = new RegExp(`^\\d{${limits.codeDigits}}$`);
/** Concurrent checks of the same verification before this one fails. */
const maxRounds = 5;

/** Returns if the code is right, and again for the same id and code until a sign-up or phone change consumes it. */
export async function checkCode(requestId: string, code: string, clientAddress: string): Promise<void> {
  for (let round = 0; round < maxRounds; round += 1) {
    const verification = await readVerification(requestId);
    if (!verification) throw new ApiError("verification_failed");
    if (isExpired(verification) || verification.status === "consumed")
      throw new ApiError("verification_expired");
    if (!codePattern.test(code)) throw new ApiError("verification_failed");
    if (verification.status === "verified") return requireSameCode(verification, code);
    if (isCheckedCode(verification, code)) return checkAgain(verification, code);
    if (await isChecked(verification, code, clientAddress)) return;
  }
  throw new ApiError("verification_failed");
}

function requireSameCode(verification: Verification, code: string): void {
  if (!isCheckedCode(verification, code)) throw new ApiError("verification_failed");
}

/** False if another code was stored in between: Vonage was not called then. */
async function isChecked(verification: Verification, code: string, clientAddress: string): Promise<boolean> {
  await limitCodeAttempts(verification.number, clientAddress);
  const taken = await countAttempt(verification);
  if (!taken) throw await noAttemptError(verification);
  if (!(await recordChecked(verification, code))) {
    await undoAttempt(verification);
    return false;
  }
  await ask(verification, code, taken, false);
  return true;
}

/** Vonage was called with this code before, and its response was lost or is pending. */
async function checkAgain(verification: Verification, code: string): Promise<void> {
  const taken = await countRepeatedAttempt(verification);
  if (!taken) throw await noAttemptError(verification);
  await ask(verification, code, taken, true);
}

async function ask(
  verification: Verification,
  code: string,
  phone: PhoneState,
  isRepeated: boolean,
): Promise<void> {
  const answer = await callVonage(verification, code);
  switch (answer === "gone" ? ((await codeOfCall(phone, code)) ?? answer) : answer) {
    case "right":
      return verified(verification, code);
    case "wrong":
      await recordWrong(verification, code);
      throw new ApiError(attemptsLeft(phone) ? "verification_failed" : "code_attempts_exceeded");
    case "too-many-wrong":
      throw new ApiError("code_attempts_exceeded");
    case "gone":
      if (isRepeated && wasCorrect(phone)) return verified(verification, code);
      return requireVerified(verification, code);
  }
}

/**
 * Vonage was asked to call, which replaces the request, and its response is pending or lost: the new request's id is not known, but the
 * code is.
 */
async function codeOfCall(
  { pending, calledAt, lastSentAt, codeSeed }: PhoneState,
  code: string,
): Promise<"right" | "wrong" | undefined> {
  if (!pending || calledAt !== lastSentAt || codeSeed === undefined) return undefined;
  return code === (await vonage.codeOf(codeSeed)) ? "right" : "wrong";
}

const attemptsLeft = ({ wrongCodes = 0 }: PhoneState): boolean => wrongCodes < maxWrongCodes;

/**
 * Vonage deletes a request once it was verified. So the earlier check was right if the request has neither expired nor been
 * ended by wrong codes: there were fewer checks before than that takes.
 */
const wasCorrect = ({ checks = 0 }: PhoneState): boolean => checks - 1 < maxWrongCodes;

async function verified(verification: Verification, code: string): Promise<void> {
  if (await recordVerified(verification, code)) count("SmsVerified");
  await endActiveRequest(verification);
}

async function callVonage(verification: Verification, code: string): Promise<vonage.CheckResult> {
  try {
    return await vonage.checkCode(verification.vonageRequestId, code);
  } catch (cause) {
    if (cause instanceof VonageCallError) throw new ApiError("provider_failed", { cause });
    await Promise.all([undoAttempt(verification), recordWrong(verification, code)]);
    throw cause;
  }
}

/** A concurrent request with the same code may have stored that it is right. */
async function requireVerified(verification: Verification, code: string): Promise<void> {
  const now = await readVerification(verification.requestId);
  if (now?.status === "verified") return requireSameCode(now, code);
  await endActiveRequest(verification);
  throw new ApiError("verification_expired");
}

async function noAttemptError({ number, vonageRequestId }: Verification): Promise<ApiError> {
  const phone = await readPhone(number);
  const isEndedByCodes = phone?.vonageRequestId === vonageRequestId && !attemptsLeft(phone);
  return new ApiError(isEndedByCodes ? "code_attempts_exceeded" : "verification_expired");
}
