import { namedDevice } from "../devices.ts";
import { incorrectUsernameOrPassword, invalidParameter } from "../errors.ts";
import { requirePassword } from "../limits.ts";
import type { Pool } from "../pool.ts";
import { requireParameter } from "../request/input.ts";
import { claimSignature } from "../srp/exchange.ts";
import { afterPassword, passed } from "../steps/next-step.ts";
import { userKeyOf } from "../users/users.ts";
import type { ChallengeAnswer, ChallengeInput } from "./handles.ts";
import { findChallenge, takeChallenge } from "./handles.ts";

const longestSkew = 5 * 60 * 1000;
const timestampForm =
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) [A-Z][a-z]{2} \d{1,2} \d\d:\d\d:\d\d (?:UTC|GMT) \d{4}$/;

/** The text that a client signs, for a password and for a device. Throws when it is missing, or older than five minutes. */
export function readClaim(pool: Pool, { responses }: ChallengeInput) {
  const userName = requireParameter(responses, "USERNAME");
  const signature = requireParameter(responses, "PASSWORD_CLAIM_SIGNATURE");
  const secretBlock = requireParameter(responses, "PASSWORD_CLAIM_SECRET_BLOCK");
  const timestamp = requireParameter(responses, "TIMESTAMP");
  requireRecent(pool, timestamp);
  return { userName, signature, secretBlock, timestamp };
}

/**
 * PASSWORD_VERIFIER: the client proves, by what it signs, that it knows the password. A device that is gone leaves the
 * challenge open: clients then answer again without it.
 */
export const passwordVerifier: ChallengeAnswer = async (input, pool) => {
  const { userName, signature, secretBlock, timestamp } = readClaim(pool, input);
  const challenge = findChallenge(pool, secretBlock, "PASSWORD_VERIFIER");
  const { progress, userIdForSrp } = challenge;
  if (![progress.userKey, userKeyOf(pool, userIdForSrp)].includes(userKeyOf(pool, userName))) {
    throw incorrectUsernameOrPassword();
  }
  const user = requirePassword(pool, progress.userKey, ({ password: { verifier } }) => {
    const claim = { ...challenge, verifier, poolName: pool.poolName, secretBlock, timestamp };
    const isProven = claimSignature(claim) === signature;
    if (!isProven) takeChallenge(pool, secretBlock, "PASSWORD_VERIFIER");
    return isProven;
  });
  const device = namedDevice(pool, user, input.responses);
  takeChallenge(pool, secretBlock, "PASSWORD_VERIFIER");
  const nextProgress = passed({ ...progress, ...device }, "PASSWORD_VERIFIER");
  return afterPassword(pool, user, nextProgress, input.clientMetadata);
};

function requireRecent(pool: Pool, timestamp: string): void {
  if (!timestampForm.test(timestamp)) {
    throw invalidParameter("TIMESTAMP format should be EEE MMM d HH:mm:ss z yyyy in english");
  }
  if (Math.abs(pool.clock() - Date.parse(timestamp)) > longestSkew) throw incorrectUsernameOrPassword();
}
