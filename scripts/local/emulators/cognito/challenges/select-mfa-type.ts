import { invalidParameter } from "../errors.ts";
import { activeFactors } from "../mfa/factors.ts";
import { requireParameter } from "../request/parameters.ts";
import { askFactor } from "../steps/ask-second-factor.ts";
import { type ChallengeAnswer, openedChallenge } from "./answer.ts";

/** SELECT_MFA_TYPE: which of the user's factors it shall be. */
export const selectMfaType: ChallengeAnswer = async (input, pool) => {
  const answer = requireParameter(input.responses, "ANSWER");
  const { challenge, user } = openedChallenge(pool, input, "SELECT_MFA_TYPE");
  const chosen = activeFactors(pool, user).find((factor) => factor === answer);
  if (!chosen) throw invalidParameter("Invalid MFA type selected");
  challenge.spent = true;
  return askFactor(pool, user, chosen, challenge.progress);
};
