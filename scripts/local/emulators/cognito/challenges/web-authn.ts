import { incorrectUsernameOrPassword } from "../errors.ts";
import { canUsePasskey, readAssertion, requireProof } from "../passkeys/assert.ts";
import { requireParameter } from "../request/parameters.ts";
import { afterSecondFactor } from "../steps/next-step.ts";
import { type ChallengeAnswer, openedChallenge } from "./answer.ts";

/** WEB_AUTHN: the passkey's assertion, one try for each challenge. With user verification it is both factors. */
export const webAuthn: ChallengeAnswer = async (input, pool) => {
  const credential = readAssertion(requireParameter(input.responses, "CREDENTIAL"));
  const { challenge, user } = openedChallenge(pool, input, "WEB_AUTHN");
  challenge.spent = true;
  if (!canUsePasskey(pool, user)) throw incorrectUsernameOrPassword();
  await requireProof(pool, user, credential, challenge.challenge);
  return afterSecondFactor(pool, challenge.progress, input.clientMetadata);
};
