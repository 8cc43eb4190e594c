/** The handle (SECRET_BLOCK, Session) under which a started sign-in waits: good once, and only for a few minutes. */
import { randomBytes } from "node:crypto";
import { notAuthorized } from "../errors.ts";
import type { Pool } from "../pool.ts";
import type { Challenge, ChallengeKind, ChallengeOf } from "../records/challenge.ts";
import type { Answer } from "../request/operation.ts";

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

/** Looks without using it up. Throws NotAuthorizedException: unknown, for another challenge, used, or too old. */
export function findChallenge<Kind extends ChallengeKind>(
  pool: Pool,
  handle: string,
  kind: Kind,
): ChallengeOf<Kind> {
  const challenge = pool.state.challenges.get(handle);
  if (!challenge || !isKind(challenge, kind)) throw notAuthorized("Invalid session for the user.");
  if (challenge.spent) throw notAuthorized("Invalid session for the user, session can only be used once.");
  if (challenge.expiresAt <= pool.clock() || challenge.wrongAnswers >= mostWrongAnswers) {
    throw notAuthorized("Invalid session for the user, session is expired.");
  }
  return challenge;
}

/** The same, and uses it up. */
export function takeChallenge<Kind extends ChallengeKind>(
  pool: Pool,
  handle: string,
  kind: Kind,
): ChallengeOf<Kind> {
  const challenge = findChallenge(pool, handle, kind);
  challenge.spent = true;
  return challenge;
}

function isKind<Kind extends ChallengeKind>(
  challenge: Challenge,
  kind: Kind,
): challenge is ChallengeOf<Kind> {
  return challenge.kind === kind;
}

function forgetOldChallenges(pool: Pool): void {
  for (const [handle, { expiresAt }] of pool.state.challenges) {
    if (expiresAt + remembered < pool.clock()) pool.state.challenges.delete(handle);
  }
}
