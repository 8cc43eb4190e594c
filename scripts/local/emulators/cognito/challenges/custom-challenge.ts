import { namedDevice } from "../devices/devices.ts";
import { requireParameter } from "../request/parameters.ts";
import { afterSecondFactor } from "../steps/next-step.ts";
import { isRightAnswer } from "../triggers/auth-challenge.ts";
import { type ChallengeAnswer, sessionChallenge } from "./answer.ts";

/** CUSTOM_CHALLENGE: the triggers judge the answer, and decide whether a wrong one may be tried again. */
export const customChallenge: ChallengeAnswer = async (input, pool) => {
  const answer = requireParameter(input.responses, "ANSWER");
  const challenge = sessionChallenge(pool, input, "CUSTOM_CHALLENGE");
  const { progress, challengeMetadata } = challenge;
  const user = pool.state.users.get(progress.userKey);
  const device = user ? namedDevice(pool, user, input.responses) : {};
  challenge.spent = true;
  const step = {
    challengeName: "CUSTOM_CHALLENGE",
    challengeResult: await isRightAnswer(pool, challenge, answer, input.clientMetadata),
    ...(challengeMetadata === undefined ? {} : { challengeMetadata }),
  };
  const trail = [...(progress.trail ?? []), step];
  return afterSecondFactor(pool, { ...progress, ...device, trail }, input.clientMetadata);
};
