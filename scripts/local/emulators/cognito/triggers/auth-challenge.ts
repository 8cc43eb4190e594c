/** The three triggers of CUSTOM_AUTH. Source: developer guide, "Custom authentication challenge Lambda triggers". */
import { z } from "zod";
import { invalidParameter } from "../errors.ts";
import type { Pool } from "../pool.ts";
import type { ChallengeOf, Progress, TrailStep } from "../records/challenge.ts";
import { callTrigger, eventAttributes, sharedEvent } from "./call.ts";

type ClientMetadata = Record<string, string> | undefined;
const parameters = z.record(z.string(), z.string()).nullish();

const verdict = z.object({
  challengeName: z.string().nullish(),
  issueTokens: z.boolean().nullish(),
  failAuthentication: z.boolean().nullish(),
});
const question = z.object({
  publicChallengeParameters: parameters,
  privateChallengeParameters: parameters,
  challengeMetadata: z.string().nullish(),
});
const judgement = z.object({ answerCorrect: z.boolean().nullish() });

/** Returns the next step after those in `trail`. Throws what `callTrigger` throws. */
export async function defineChallenge(
  pool: Pool,
  progress: Progress,
  trail: TrailStep[],
  clientMetadata: ClientMetadata,
): Promise<z.infer<typeof verdict>> {
  const trigger = pool.triggers.defineAuthChallenge ?? notConfigured();
  const event = {
    ...challengedUser(pool, progress, clientMetadata, { session: trail }),
    triggerSource: "DefineAuthChallenge_Authentication",
    response: { issueTokens: false, failAuthentication: false },
  } as const;
  return callTrigger("DefineAuthChallenge", () => trigger(event), verdict);
}

export async function createChallenge(
  pool: Pool,
  progress: Progress,
  trail: TrailStep[],
  clientMetadata: ClientMetadata,
): Promise<z.infer<typeof question>> {
  const trigger = pool.triggers.createAuthChallenge ?? notConfigured();
  const details = { challengeName: "CUSTOM_CHALLENGE", session: trail };
  const event = {
    ...challengedUser(pool, progress, clientMetadata, details),
    triggerSource: "CreateAuthChallenge_Authentication",
    response: { publicChallengeParameters: {}, privateChallengeParameters: {}, challengeMetadata: "" },
  } as const;
  return callTrigger("CreateAuthChallenge", () => trigger(event), question);
}

export async function isRightAnswer(
  pool: Pool,
  { progress, privateChallengeParameters }: ChallengeOf<"CUSTOM_CHALLENGE">,
  challengeAnswer: string,
  clientMetadata: ClientMetadata,
): Promise<boolean> {
  const trigger = pool.triggers.verifyAuthChallengeResponse ?? notConfigured();
  const details = { privateChallengeParameters, challengeAnswer };
  const event = {
    ...challengedUser(pool, progress, clientMetadata, details),
    triggerSource: "VerifyAuthChallengeResponse_Authentication",
    response: { answerCorrect: false },
  } as const;
  const answer = await callTrigger("VerifyAuthChallengeResponse", () => trigger(event), judgement);
  return answer.answerCorrect === true;
}

/** Users who do not exist are challenged, too, where the app client hides who does. */
function challengedUser<Details extends object>(
  pool: Pool,
  { userKey }: Progress,
  clientMetadata: ClientMetadata,
  details: Details,
) {
  const user = pool.state.users.get(userKey);
  const who = user ? { userAttributes: eventAttributes(user) } : { userAttributes: {}, userNotFound: true };
  return {
    ...sharedEvent(pool, user?.userName ?? userKey),
    request: { ...who, ...structuredClone(details), clientMetadata },
  };
}

function notConfigured(): never {
  throw invalidParameter("Custom auth lambda trigger is not configured for the user pool.");
}
