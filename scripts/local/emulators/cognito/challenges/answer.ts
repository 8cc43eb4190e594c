/** The answer to a challenge, and the common first checks. */
import { codeMismatch, invalidParameter, notAuthorized, userDoesNotExist } from "../errors.ts";
import { countWrongPassword, requirePasswordAttempt } from "../limits.ts";
import type { Pool } from "../pool.ts";
import type { Challenge, ChallengeKind, ChallengeOf } from "../records/challenge.ts";
import type { User } from "../records/user.ts";
import { requireParameter } from "../request/input.ts";
import type { Answer } from "../request/operation.ts";
import { userKeyOf } from "../users/users.ts";
import { findChallenge } from "./handles.ts";

export interface ChallengeInput {
  /** `ChallengeResponses` */
  responses: Readonly<Record<string, string>>;
  session: string | undefined;
  clientMetadata: Record<string, string> | undefined;
}
export type ChallengeAnswer = (input: ChallengeInput, pool: Pool) => Promise<Answer>;

/** The challenge behind the Session and whose it is. Throws NotAuthorizedException or InvalidParameterException. */
export function openedChallenge<Kind extends ChallengeKind>(
  pool: Pool,
  { session, responses }: ChallengeInput,
  kind: Kind,
): { challenge: ChallengeOf<Kind>; user: User } {
  const challenge = sessionChallenge(pool, { session, responses }, kind);
  const user = pool.state.users.get(challenge.progress.userKey);
  if (!user) throw userDoesNotExist();
  return { challenge, user };
}

/** The same where the user need not exist. */
export function sessionChallenge<Kind extends ChallengeKind>(
  pool: Pool,
  { session, responses }: Pick<ChallengeInput, "session" | "responses">,
  kind: Kind,
): ChallengeOf<Kind> {
  const userName = requireParameter(responses, "USERNAME");
  if (session === undefined) throw invalidParameter("Missing required parameter Session");
  const challenge = findChallenge(pool, session, kind);
  const { userKey } = challenge.progress;
  const isOwner = userKeyOf(pool, userName) === userKey || pool.state.users.get(userKey)?.sub === userName;
  if (!isOwner) throw notAuthorized("Invalid session for the user.");
  return challenge;
}

/** Throws NotAuthorizedException while too many wrong codes, or passwords, keep the user locked out. */
export function requireCodeTry(pool: Pool, { progress }: Challenge): void {
  requirePasswordAttempt(pool, progress.userKey);
}

/** Throws CodeMismatchException; the session stays good for a few more tries. */
export function refuseCode(pool: Pool, challenge: Challenge, message: string): never {
  challenge.wrongAnswers += 1;
  countWrongPassword(pool, challenge.progress.userKey);
  throw codeMismatch(message);
}
