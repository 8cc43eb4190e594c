import { namedDevice } from "../devices/devices.ts";
import { takeAppCode } from "../mfa/software-token.ts";
import { requireParameter } from "../request/parameters.ts";
import { afterSecondFactor, passed } from "../steps/next-step.ts";
import { type ChallengeAnswer, openedChallenge, refuseCode, requireCodeTry } from "./answer.ts";

/** SOFTWARE_TOKEN_MFA: the code that the authenticator app shows. */
export const softwareTokenMfa: ChallengeAnswer = async (input, pool) => {
  const code = requireParameter(input.responses, "SOFTWARE_TOKEN_MFA_CODE");
  const { challenge, user } = openedChallenge(pool, input, "SOFTWARE_TOKEN_MFA");
  requireCodeTry(pool, challenge);
  const device = namedDevice(pool, user, input.responses);
  if (!takeAppCode(pool, user, code)) {
    refuseCode(pool, challenge, "Invalid code received for user");
  }
  challenge.spent = true;
  return afterSecondFactor(
    pool,
    passed({ ...challenge.progress, ...device }, "SOFTWARE_TOKEN_MFA"),
    input.clientMetadata,
  );
};
