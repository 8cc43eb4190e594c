import { limits } from "../../shared/limits.ts";
import { Problem } from "../runtime/api-error.ts";
import { count } from "../runtime/metrics.ts";
import {
  endLive,
  giveTryBack,
  type LivePhone,
  readPhone,
  takeRepeatedTry,
  takeTry,
  wrongCodesAllowed,
} from "./phone-table.ts";
import { countTriedCode } from "./sms-limits.ts";
import {
  isCheckedCode,
  isExpired,
  readVerification,
  recordChecked,
  recordVerified,
  recordWrong,
  type Verification,
} from "./verification-table.ts";
import { VonageFailed } from "./vonage.ts";
import * as vonage from "./vonage-verify.ts";

const codePattern = new RegExp(`^\\d{${limits.codeDigits}}$`);
/** Other codes of the same verification that one check gives way to before it gives up. */
const turns = 5;

/** Returns when the code is right, and again for the same id and code until a sign-up or phone change has used it up. */
export async function checkCode(requestId: string, code: string, clientAddress: string): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) {
    const verification = await readVerification(requestId);
    if (!verification) throw new Problem("verification_failed");
    if (isExpired(verification) || verification.status === "consumed")
      throw new Problem("verification_expired");
    if (!codePattern.test(code)) throw new Problem("verification_failed");
    if (verification.status === "verified") return expectSameCode(verification, code);
    if (isCheckedCode(verification, code)) return checkAgain(verification, code);
    if (await isChecked(verification, code, clientAddress)) return;
  }
  throw new Problem("verification_failed");
}

function expectSameCode(verification: Verification, code: string): void {
  if (!isCheckedCode(verification, code)) throw new Problem("verification_failed");
}

/** False when another code was written down meanwhile: then Vonage was not asked. */
async function isChecked(verification: Verification, code: string, clientAddress: string): Promise<boolean> {
  await countTriedCode(verification.number, clientAddress);
  const taken = await takeTry(verification);
  if (!taken) throw await whyNoTry(verification);
  if (!(await recordChecked(verification, code))) {
    await giveTryBack(verification);
    return false;
  }
  await ask(verification, code, taken, false);
  return true;
}

/** Vonage was asked about this code before, and its answer was lost or is still under way. */
async function checkAgain(verification: Verification, code: string): Promise<void> {
  const taken = await takeRepeatedTry(verification);
  if (!taken) throw await whyNoTry(verification);
  await ask(verification, code, taken, true);
}

async function ask(
  verification: Verification,
  code: string,
  phone: LivePhone,
  isRepeated: boolean,
): Promise<void> {
  switch (await askVonage(verification, code)) {
    case "right":
      return verified(verification, code);
    case "wrong":
      await recordWrong(verification, code);
      throw new Problem(attemptsLeft(phone) ? "verification_failed" : "code_attempts_exceeded");
    case "too-many-wrong":
      throw new Problem("code_attempts_exceeded");
    case "gone":
      if (isRepeated && wasRight(phone)) return verified(verification, code);
      return expectVerified(verification, code);
  }
}

const attemptsLeft = ({ wrongCodes = 0 }: LivePhone): boolean => wrongCodes < wrongCodesAllowed;

/**
 * Vonage forgets a request that was answered rightly. It is not expired, or there would have been no try left; and wrong
 * codes did not end it, if all that was asked before is less than that takes.
 */
const wasRight = ({ checks = 0 }: LivePhone): boolean => checks - 1 < wrongCodesAllowed;

async function verified(verification: Verification, code: string): Promise<void> {
  if (await recordVerified(verification, code)) count("SmsVerified");
  await endLive(verification);
}

async function askVonage(verification: Verification, code: string): Promise<vonage.CheckResult> {
  try {
    return await vonage.checkCode(verification.vonageRequestId, code);
  } catch (cause) {
    if (cause instanceof VonageFailed) throw new Problem("provider_failed", { cause });
    await Promise.all([giveTryBack(verification), recordWrong(verification, code)]);
    throw cause;
  }
}

/** Another request with the same code may have written down that it is right. */
async function expectVerified(verification: Verification, code: string): Promise<void> {
  const now = await readVerification(verification.requestId);
  if (now?.status === "verified") return expectSameCode(now, code);
  await endLive(verification);
  throw new Problem("verification_expired");
}

async function whyNoTry({ number, vonageRequestId }: Verification): Promise<Problem> {
  const phone = await readPhone(number);
  const isEndedByCodes = phone?.vonageRequestId === vonageRequestId && !attemptsLeft(phone);
  return new Problem(isEndedByCodes ? "code_attempts_exceeded" : "verification_expired");
}
