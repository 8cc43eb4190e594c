/** The handle (SECRET_BLOCK, Session) under which a started sign-in waits: good once, and only for a few minutes. */
import { randomBytes } from "node:crypto";
import { codeMismatch, invalidParameter, notAuthorized, userDoesNotExist } from "../errors.ts";
import { countWrongPassword } from "../limits.ts";
import type { Pool } from "../pool.ts";
import type { Challenge, ChallengeKind, ChallengeOf } from "../records/challenge.ts";
import type { User } from "../records/user.ts";
import { requireParameter } from "../request/input.ts";
import type { Answer } from "../request/operation.ts";
import { userKeyOf } from "../users/users.ts";

const minute = 60 * 1000;
/** Expired ones are remembered for a while, so that a late answer gets the right error. */
const remembered = 60 * minute;
/** After that many, only a new sign-in helps. */
const mostWrongAnswers = 3;

type Waiting = "expiresAt" | "wrongAnswers" | "spent";
type WithoutWaiting<Each> = Each extends Challenge ? Omit<Each, Waiting> : never;
type NewChallenge = WithoutWaiting<Challenge>;

export function openChallenge(pool: Pool, challenge: NewChallenge): string {
  forgetOldChallenges(pool);
  const handle = randomBytes(512).toString("base64");
  const expiresAt = pool.clock() + pool.settings.client.authSessionMinutes * minute;
  pool.state.challenges.set(handle, { ...challenge, expiresAt, wrongAnswers: 0, spent: false });
  return handle;
}

/** Opens a challenge and puts it to the client; `parameters` are that challenge's `ChallengeParameters`. */
export function pose(pool: Pool, challenge: NewChallenge, parameters: Record<string, string>): Answer {
  return {
    ChallengeName: challenge.kind,
    Session: openChallenge(pool, challenge),
    ChallengeParameters: parameters,
  };
}

/** Its user marks it as `spent`. Throws NotAuthorizedException: unknown, for another challenge, used, or too old. */
export function findChallenge<Kind extends ChallengeKind>(
  pool: Pool,
  handle: string,
  kind: Kind,
): ChallengeOf<Kind> {
  const challenge = pool.state.challenges.get(handle);
  if (!challenge || challenge.kind !== kind) throw notAuthorized("Invalid session for the user.");
  if (challenge.spent) throw notAuthorized("Invalid session for the user, session can only be used once.");
  if (challenge.expiresAt <= pool.clock() || challenge.wrongAnswers >= mostWrongAnswers) {
    throw notAuthorized("Invalid session for the user, session is expired.");
  }
  return challenge as ChallengeOf<Kind>;
}

function forgetOldChallenges(pool: Pool): void {
  for (const [handle, { expiresAt }] of pool.state.challenges) {
    if (expiresAt + remembered < pool.clock()) pool.state.challenges.delete(handle);
  }
}

export interface ChallengeInput {
  /** `ChallengeResponses` */
  responses: Readonly<Record<string, string>>;
  session: string | undefined;
}
export type ChallengeAnswer = (input: ChallengeInput, pool: Pool) => Promise<Answer>;

/** The challenge behind the Session and whose it is. Throws NotAuthorizedException or InvalidParameterException. */
export function openedChallenge<Kind extends ChallengeKind>(
  pool: Pool,
  { session, responses }: ChallengeInput,
  kind: Kind,
): { challenge: ChallengeOf<Kind>; user: User } {
  const userName = requireParameter(responses, "USERNAME");
  if (session === undefined) throw invalidParameter("Missing required parameter Session");
  const challenge = findChallenge(pool, session, kind);
  const { userKey } = challenge.progress;
  const user = pool.state.users.get(userKey);
  if (!user) throw userDoesNotExist();
  if (userKeyOf(pool, userName) !== userKey && userName !== user.sub)
    throw notAuthorized("Invalid session for the user.");
  return { challenge, user };
}

/** Throws CodeMismatchException; the session stays good for a few more tries. */
export function refuseCode(pool: Pool, challenge: Challenge, message: string): never {
  challenge.wrongAnswers += 1;
  countWrongPassword(pool, challenge.progress.userKey);
  throw codeMismatch(message);
}
