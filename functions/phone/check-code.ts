import { limits } from "../../shared/limits.ts";
import { NoAnswer } from "../platform/http.ts";
import { count } from "../runtime/metrics.ts";
import { Problem } from "../runtime/problem.ts";
import { endLive, giveTryBack, takeTry, wrongCodesAllowed } from "./phone-table.ts";
import { isExpired, readVerification, recordVerified, type Verification } from "./verification-table.ts";
import * as vonage from "./vonage-verify.ts";

const codePattern = new RegExp(`^\\d{${limits.smsCodeDigits}}$`);

/** Returns when the code is right, and again for the same id until a sign-up or phone change has used it up. */
export async function checkCode(requestId: string, code: string): Promise<void> {
  const verification = await readVerification(requestId);
  if (!verification) throw new Problem("verification_failed");
  if (isExpired(verification) || verification.status === "consumed")
    throw new Problem("verification_expired");
  if (verification.status === "verified") return;
  if (!codePattern.test(code)) throw new Problem("verification_failed");
  await tryCode(verification, code);
}

async function tryCode(verification: Verification, code: string): Promise<void> {
  const taken = await takeTry(verification);
  if (!taken) throw new Problem("verification_expired");
  switch (await askVonage(verification, code)) {
    case "right":
      await recordVerified(verification);
      count("SmsVerified");
      await endLive(verification);
      return;
    case "wrong":
      throw new Problem(
        (taken.wrongCodes ?? 0) < wrongCodesAllowed ? "verification_failed" : "verification_expired",
      );
    case "ended":
      return ended(verification);
  }
}

async function askVonage(verification: Verification, code: string) {
  try {
    return await vonage.checkCode(verification.vonageRequestId, code);
  } catch (cause) {
    await giveTryBack(verification);
    if (!(cause instanceof NoAnswer || cause instanceof vonage.VonageFailed)) throw cause;
    throw new Problem("provider_failed", { cause });
  }
}

/** Vonage forgets a request that was answered rightly: the same code at the same time twice ends here once. */
async function ended(verification: Verification): Promise<void> {
  const now = await readVerification(verification.requestId);
  if (now?.status === "verified") return;
  await endLive(verification);
  throw new Problem("verification_expired");
}
