import { namedDevice } from "../devices/devices.ts";
import { requireParameter } from "../request/parameters.ts";
import { afterSecondFactor, passed } from "../steps/next-step.ts";
import { changeUser } from "../users/users.ts";
import { type ChallengeAnswer, openedChallenge, refuseCode, requireCodeTry } from "./answer.ts";

/** SMS_MFA: the code from the message, which proves the number as well. */
export const smsMfa: ChallengeAnswer = async (input, pool) => {
  const code = requireParameter(input.responses, "SMS_MFA_CODE");
  const { challenge, user } = openedChallenge(pool, input, "SMS_MFA");
  requireCodeTry(pool, challenge);
  if (code !== challenge.code) refuseCode(pool, challenge, "Invalid code or auth state for the user.");
  const device = namedDevice(pool, user, input.responses);
  challenge.spent = true;
  changeUser(pool, user, { attributes: { ...user.attributes, phone_number_verified: "true" } });
  return afterSecondFactor(
    pool,
    passed({ ...challenge.progress, ...device }, "SMS_MFA"),
    input.clientMetadata,
  );
};
