/** What CUSTOM_AUTH asks next, decided by the triggers. */
import { incorrectUsernameOrPassword, invalidLambdaResponse } from "../errors.ts";
import type { Pool } from "../pool.ts";
import type { Progress, TrailStep } from "../records/challenge.ts";
import type { Answer } from "../request/operation.ts";
import { createChallenge, defineChallenge } from "../triggers/auth-challenge.ts";
import { pose } from "./pose.ts";

type ClientMetadata = Record<string, string> | undefined;

/**
 * The next CUSTOM_CHALLENGE, or that the triggers are content. `progress.trail` says what was passed.
 * Throws NotAuthorizedException when they refuse.
 */
export async function askCustomChallenge(
  pool: Pool,
  progress: Progress & { trail: TrailStep[] },
  clientMetadata: ClientMetadata,
): Promise<Answer | "issueTokens"> {
  const verdict = await defineChallenge(pool, progress, progress.trail, clientMetadata);
  if (verdict.failAuthentication) throw incorrectUsernameOrPassword();
  if (verdict.issueTokens) return "issueTokens";
  if (verdict.challengeName !== "CUSTOM_CHALLENGE")
    throw invalidLambdaResponse("Unrecognizable lambda output");
  return poseQuestion(pool, progress, clientMetadata);
}

async function poseQuestion(
  pool: Pool,
  progress: Progress & { trail: TrailStep[] },
  clientMetadata: ClientMetadata,
): Promise<Answer> {
  const question = await createChallenge(pool, progress, progress.trail, clientMetadata);
  const { publicChallengeParameters, privateChallengeParameters, challengeMetadata } = question;
  const user = pool.state.users.get(progress.userKey);
  return pose(
    pool,
    {
      kind: "CUSTOM_CHALLENGE",
      progress,
      privateChallengeParameters: privateChallengeParameters ?? {},
      ...(challengeMetadata ? { challengeMetadata } : {}),
    },
    { ...publicChallengeParameters, USERNAME: user?.userName ?? progress.userKey },
  );
}
