import { HttpError } from "#functions/runtime/http-error.ts";
import { countMetric } from "#functions/runtime/metrics.ts";
import { limits } from "#shared/limits.ts";
import {
  countAttempt,
  endActiveRequest,
  hasAttempts,
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

/**
 * Returns if the code is right. The same id and code pass again until a sign-up or phone change consumes the
 * verification. Throws otherwise.
 */
export async function checkSentCode(
  verificationId: string,
  code: string,
  clientAddress: string,
): Promise<void> {
  for (let round = 0; round < maxRounds; round += 1) {
    const verification = await readVerification(verificationId);
    if (!verification) throw new HttpError("verification_failed");
    if (isExpired(verification) || verification.status === "consumed")
      throw new HttpError("verification_expired");
    if (!codePattern.test(code)) throw new HttpError("verification_failed");
    if (verification.status === "verified") return requireSameCode(verification, code);
    if (isCheckedCode(verification, code)) return checkAgain(verification, code);
    if (await isChecked(verification, code, clientAddress)) return;
  }
  throw new HttpError("verification_failed");
}

function requireSameCode(verification: Verification, code: string): void {
  if (!isCheckedCode(verification, code)) throw new HttpError("verification_failed");
}

/** Returns false, without a call to Vonage, if another code was stored in between. */
async function isChecked(verification: Verification, code: string, clientAddress: string): Promise<boolean> {
  const taken = await takeAttempt(verification, clientAddress);
  if (!taken) {
    await refuseUnlessVerified(verification, code);
    return true;
  }
  if (!(await recordChecked(verification, code))) {
    await undoAttempt(verification);
    return false;
  }
  await ask(verification, code, taken, false);
  return true;
}

/**
 * Counts an attempt at a code. Returns undefined if the Vonage request has ended or has no attempt left; this
 * uses up none of the day's attempts.
 */
async function takeAttempt(
  verification: Verification,
  clientAddress: string,
): Promise<PhoneState | undefined> {
  const { number, vonageRequestId } = verification;
  if (!hasAttempts(await readPhone(number), vonageRequestId)) return undefined;
  await limitCodeAttempts(number, clientAddress);
  return countAttempt(verification);
}

/** Repeats a check whose response was lost or is pending. */
async function checkAgain(verification: Verification, code: string): Promise<void> {
  const taken = await countAttempt(verification, true);
  if (!taken) return refuseUnlessVerified(verification, code);
  await ask(verification, code, taken, true);
}

async function ask(
  verification: Verification,
  code: string,
  phone: PhoneState,
  isRepeated: boolean,
): Promise<void> {
  const answer = await callVonage(verification, code);
  switch (answer === "gone" ? ((await compareWithOurs(phone, code, isRepeated)) ?? answer) : answer) {
    case "right":
      return verified(verification, code);
    case "wrong":
      await recordWrong(verification, code);
      throw new HttpError(attemptsLeft(phone) ? "verification_failed" : "code_attempts_exceeded");
    case "too-many-wrong":
      throw new HttpError("code_attempts_exceeded");
    case "gone":
      return endUnlessVerified(verification, code);
  }
}

/**
 * Compares the code with the portal's own when Vonage does not know the request any more. Either the request
 * is being replaced, or a response about its replacement was lost (`pending`): the new request has the same
 * code. Or Vonage was called with this code before, and deleted the request because the code was right. A
 * wrong code then proves nothing: the request may have been replaced since the check was counted.
 */
async function compareWithOurs(
  { pending, codeSeed }: PhoneState,
  code: string,
  isRepeated: boolean,
): Promise<"right" | "wrong" | undefined> {
  if (codeSeed === undefined || !(pending || isRepeated)) return undefined;
  if (code === (await vonage.codeOf(codeSeed))) return "right";
  return pending ? "wrong" : undefined;
}

const attemptsLeft = ({ wrongCodes = 0 }: PhoneState): boolean => wrongCodes < maxWrongCodes;

async function verified(verification: Verification, code: string): Promise<void> {
  if (await recordVerified(verification, code)) countMetric("SmsVerified");
  await endActiveRequest(verification);
}

async function callVonage(verification: Verification, code: string): Promise<vonage.CheckResult> {
  try {
    return await vonage.checkCode(verification.vonageRequestId, code);
  } catch (error) {
    if (!(error instanceof VonageCallError))
      await Promise.all([undoAttempt(verification), recordWrong(verification, code)]);
    throw error;
  }
}

/**
 * Vonage does not know the request: a concurrent check of the same code may have ended it. Otherwise ends it
 * and throws.
 */
async function endUnlessVerified(verification: Verification, code: string): Promise<void> {
  if (await isVerifiedMeanwhile(verification, code)) return;
  await endActiveRequest(verification);
  throw new HttpError("verification_expired");
}

/**
 * The number has no attempt left in this request: a concurrent check of the same code may have ended it.
 * Otherwise throws.
 */
async function refuseUnlessVerified(verification: Verification, code: string): Promise<void> {
  if (await isVerifiedMeanwhile(verification, code)) return;
  const { number, vonageRequestId } = verification;
  const phone = await readPhone(number);
  const isEndedByCodes = phone?.vonageRequestId === vonageRequestId && !attemptsLeft(phone);
  throw new HttpError(isEndedByCodes ? "code_attempts_exceeded" : "verification_expired");
}

/** Returns true if a concurrent check verified this code. Throws if it verified another one. */
async function isVerifiedMeanwhile({ verificationId }: Verification, code: string): Promise<boolean> {
  const now = await readVerification(verificationId);
  if (now?.status !== "verified") return false;
  requireSameCode(now, code);
  return true;
}
