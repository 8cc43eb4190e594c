import { notAuthorized } from "../errors.ts";
import { afterSecondFactor, passed } from "../steps/next-step.ts";
import { type ChallengeAnswer, openedChallenge } from "./answer.ts";

/** MFA_SETUP, with the session of VerifySoftwareToken: the app is proven and is asked for from now on. */
export const mfaSetup: ChallengeAnswer = async (input, pool) => {
  const { challenge, user } = openedChallenge(pool, input, "MFA_SETUP");
  if (!challenge.verified) throw notAuthorized("Invalid session for the user.");
  challenge.spent = true;
  user.mfa = { ...user.mfa, enabled: [...new Set([...user.mfa.enabled, "SOFTWARE_TOKEN_MFA" as const])] };
  return afterSecondFactor(pool, passed(challenge.progress, "SOFTWARE_TOKEN_MFA"), input.clientMetadata);
};
