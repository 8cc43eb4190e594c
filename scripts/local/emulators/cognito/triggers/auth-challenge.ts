/** The three triggers of CUSTOM_AUTH. Source: developer guide, "Custom authentication challenge Lambda triggers". */
import { z } from "zod";
import { invalidParameter } from "../errors.ts";
import type { Pool } from "../pool.ts";
import type { ChallengeOf, Progress, TrailStep } from "../records/challenge.ts";
import { callTrigger, eventAttributes } from "./call.ts";

/** Of CUSTOM_AUTH. */
export type CustomProgress = Progress & { trail: TrailStep[] };

const parameters = z.record(z.string(), z.string()).nullish();

const verdict = z.object({
  challengeName: z.string().nullish(),
  issueTokens: z.boolean().nullish(),
  failAuthentication: z.boolean().nullish(),
});
const question = z.object({
  publicChallengeParameters: parameters,
  privateChallengeParameters: parameters,
});
const judgement = z.object({ answerCorrect: z.boolean().nullish() });

/** Returns the next step after those in `progress.trail`. Throws what `callTrigger` throws. */
export async function defineChallenge(
  pool: Pool,
  progress: CustomProgress,
): Promise<z.infer<typeof verdict>> {
  const event = {
    ...challengedUser(pool, progress, { session: progress.trail }),
    triggerSource: "DefineAuthChallenge_Authentication" as const,
    response: { issueTokens: false, failAuthentication: false },
  };
  return (await callTrigger(pool, "defineAuthChallenge", event, verdict)) ?? notConfigured();
}

export async function createChallenge(
  pool: Pool,
  progress: CustomProgress,
): Promise<z.infer<typeof question>> {
  const details = { challengeName: "CUSTOM_CHALLENGE", session: progress.trail };
  const event = {
    ...challengedUser(pool, progress, details),
    triggerSource: "CreateAuthChallenge_Authentication" as const,
    response: { publicChallengeParameters: {}, privateChallengeParameters: {}, challengeMetadata: "" },
  };
  return (await callTrigger(pool, "createAuthChallenge", event, question)) ?? notConfigured();
}

export async function isRightAnswer(
  pool: Pool,
  { progress, privateChallengeParameters }: ChallengeOf<"CUSTOM_CHALLENGE">,
  challengeAnswer: string,
): Promise<boolean> {
  const event = {
    ...challengedUser(pool, progress, { privateChallengeParameters, challengeAnswer }),
    triggerSource: "VerifyAuthChallengeResponse_Authentication" as const,
    response: { answerCorrect: false },
  };
  const answer = await callTrigger(pool, "verifyAuthChallengeResponse", event, judgement);
  return (answer ?? notConfigured()).answerCorrect === true;
}

/** Users who do not exist are challenged, too, where the app client hides who does. */
function challengedUser<Details extends object>(pool: Pool, { userKey }: Progress, details: Details) {
  const user = pool.state.users.get(userKey);
  const who = user ? { userAttributes: eventAttributes(user) } : { userAttributes: {}, userNotFound: true };
  return { userName: user?.userName ?? userKey, request: { ...who, ...details } };
}

function notConfigured(): never {
  throw invalidParameter("Custom auth lambda trigger is not configured for the user pool.");
}
