import { incorrectUsernameOrPassword, invalidParameter } from "../errors.ts";
import { finishFirstFactor } from "../first-factor.ts";
import { requireParameter } from "../parameters.ts";
import type { Pool } from "../pool.ts";
import { claimSignature } from "../srp/exchange.ts";
import { userKeyOf } from "../users.ts";
import { takeChallenge } from "./handles.ts";
import type { ChallengeAnswer } from "./index.ts";

const longestSkew = 5 * 60 * 1000;
const timestampForm =
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) [A-Z][a-z]{2} \d{1,2} \d\d:\d\d:\d\d (?:UTC|GMT) \d{4}$/;

/** PASSWORD_VERIFIER: the client proves, by what it signs, that it knows the password. */
export const passwordVerifier: ChallengeAnswer = async (responses, pool) => {
  const userName = requireParameter(responses, "USERNAME");
  const signature = requireParameter(responses, "PASSWORD_CLAIM_SIGNATURE");
  const secretBlock = requireParameter(responses, "PASSWORD_CLAIM_SECRET_BLOCK");
  const timestamp = requireParameter(responses, "TIMESTAMP");
  requireRecent(pool, timestamp);
  const challenge = takeChallenge(pool, secretBlock);
  const { userKey, userIdForSrp } = challenge;
  if (![userKey, userKeyOf(pool, userIdForSrp)].includes(userKeyOf(pool, userName))) {
    throw incorrectUsernameOrPassword();
  }
  return finishFirstFactor(pool, userKey, ({ password: { verifier } }) => {
    const claim = { ...challenge, verifier, poolName: pool.poolName, secretBlock, timestamp };
    return claimSignature(claim) === signature;
  });
};

function requireRecent(pool: Pool, timestamp: string): void {
  if (!timestampForm.test(timestamp)) {
    throw invalidParameter("TIMESTAMP format should be EEE MMM d HH:mm:ss z yyyy in english");
  }
  if (Math.abs(pool.clock() - Date.parse(timestamp)) > longestSkew) throw incorrectUsernameOrPassword();
}
