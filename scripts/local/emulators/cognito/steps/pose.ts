import { type NewChallenge, openChallenge } from "../challenges/handles.ts";
import type { Pool } from "../pool.ts";
import type { Answer } from "../request/operation.ts";

/** Opens a challenge and puts it to the client; `parameters` are that challenge's `ChallengeParameters`. */
export function pose(pool: Pool, challenge: NewChallenge, parameters: Record<string, string>): Answer {
  return {
    ChallengeName: challenge.kind,
    Session: openChallenge(pool, challenge),
    ChallengeParameters: parameters,
  };
}
