import { requireDevice } from "../devices.ts";
import { requireParameter } from "../request/input.ts";
import { createServerKeys } from "../srp/exchange.ts";
import { requireClientPublic } from "../steps/ask-password.ts";
import { type ChallengeAnswer, openedChallenge } from "./answer.ts";
import { openChallenge } from "./handles.ts";

/** DEVICE_SRP_AUTH: the remembered device begins an SRP exchange of its own. */
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
