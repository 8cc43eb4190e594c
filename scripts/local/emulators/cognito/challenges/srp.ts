/** The challenges that SRP answers: the password's, and a remembered browser's own. */
import { namedDevice, requireDevice } from "../devices.ts";
import { incorrectUsernameOrPassword, invalidParameter } from "../errors.ts";
import { requirePassword } from "../limits.ts";
import type { Pool } from "../pool.ts";
import { requireParameter } from "../request/input.ts";
import { claimSignature, createServerKeys, requireClientPublic } from "../srp/exchange.ts";
import { afterPassword, afterSecondFactor, passed } from "../steps/next-step.ts";
import { userKeyOf } from "../users/users.ts";
import {
  type ChallengeAnswer,
  type ChallengeInput,
  findChallenge,
  openChallenge,
  openedChallenge,
} from "./handles.ts";

const longestSkew = 5 * 60 * 1000;
const timestampForm =
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) [A-Z][a-z]{2} \d{1,2} \d\d:\d\d:\d\d (?:UTC|GMT) \d{4}$/;

/** The text that a client signs, for a password and for a device. Throws when it is missing, or older than five minutes. */
function readClaim(pool: Pool, { responses }: ChallengeInput) {
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
    if (!isProven) challenge.spent = true;
    return isProven;
  });
  const device = namedDevice(user, input.responses);
  challenge.spent = true;
  const nextProgress = passed({ ...progress, ...device }, "PASSWORD_VERIFIER");
  return afterPassword(pool, user, nextProgress);
};

function requireRecent(pool: Pool, timestamp: string): void {
  if (!timestampForm.test(timestamp)) {
    throw invalidParameter("TIMESTAMP format should be EEE MMM d HH:mm:ss z yyyy in english");
  }
  if (Math.abs(pool.clock() - Date.parse(timestamp)) > longestSkew) throw incorrectUsernameOrPassword();
}

/** DEVICE_SRP_AUTH begins it. */
export const deviceSrpAuth: ChallengeAnswer = async (input, pool) => {
  const deviceKey = requireParameter(input.responses, "DEVICE_KEY");
  const clientPublic = requireParameter(input.responses, "SRP_A");
  requireClientPublic(clientPublic);
  const { challenge, user } = openedChallenge(pool, input, "DEVICE_SRP_AUTH");
  const device = requireDevice(user, deviceKey);
  challenge.spent = true;
  const keys = createServerKeys(device.verifier);
  const progress = { ...challenge.progress, deviceKey };
  const kind = "DEVICE_PASSWORD_VERIFIER";
  const secretBlock = openChallenge(pool, { kind, progress, clientPublic, ...keys });
  return {
    ChallengeName: kind,
    Session: secretBlock,
    ChallengeParameters: {
      DEVICE_KEY: deviceKey,
      SALT: device.salt,
      SECRET_BLOCK: secretBlock,
      SRP_B: keys.serverPublic,
      USERNAME: user.userName,
    },
  };
};

/** DEVICE_PASSWORD_VERIFIER ends it: the device signs like a person does, with its own key for the name and its group for the pool. */
export const devicePasswordVerifier: ChallengeAnswer = async (input, pool) => {
  const { signature, secretBlock, timestamp } = readClaim(pool, input);
  const deviceKey = requireParameter(input.responses, "DEVICE_KEY");
  const { challenge, user } = openedChallenge(
    pool,
    { ...input, session: secretBlock },
    "DEVICE_PASSWORD_VERIFIER",
  );
  const device = requireDevice(user, deviceKey);
  challenge.spent = true;
  const { verifier, groupKey: poolName, key: userIdForSrp } = device;
  const claim = { ...challenge, verifier, poolName, userIdForSrp, secretBlock, timestamp };
  const isProven = deviceKey === challenge.progress.deviceKey && claimSignature(claim) === signature;
  if (!isProven) throw incorrectUsernameOrPassword();
  device.authenticatedAt = pool.clock();
  const progress = { ...challenge.progress, deviceProven: true };
  return afterSecondFactor(pool, passed(progress, "DEVICE_PASSWORD_VERIFIER"));
};
