/** A remembered browser proves itself in an SRP exchange of its own. */
import { requireDevice } from "../devices.ts";
import { incorrectUsernameOrPassword } from "../errors.ts";
import { requireParameter } from "../request/input.ts";
import { claimSignature, createServerKeys } from "../srp/exchange.ts";
import { requireClientPublic } from "../steps/ask-password.ts";
import { afterSecondFactor, passed } from "../steps/next-step.ts";
import { type ChallengeAnswer, openChallenge, openedChallenge } from "./handles.ts";
import { readClaim } from "./password-verifier.ts";

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
  return afterSecondFactor(pool, passed(progress, "DEVICE_PASSWORD_VERIFIER"), input.clientMetadata);
};
