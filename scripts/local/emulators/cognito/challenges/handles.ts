/** The handle (SECRET_BLOCK, Session) under which a started sign-in waits: good once, and only for a few minutes. */
import { randomBytes } from "node:crypto";
import { notAuthorized } from "../errors.ts";
import type { Pool } from "../pool.ts";
import type { PasswordVerifierChallenge } from "../state.ts";

const minute = 60 * 1000;
/** Expired ones are remembered for a while, so that a late answer is told that it is late. */
const remembered = 60 * minute;

export function openChallenge(
  pool: Pool,
  challenge: Omit<PasswordVerifierChallenge, "kind" | "expiresAt">,
): string {
  forgetOldChallenges(pool);
  const handle = randomBytes(512).toString("base64");
  const expiresAt = pool.clock() + pool.settings.client.authSessionMinutes * minute;
  pool.state.challenges.set(handle, { kind: "PASSWORD_VERIFIER", ...challenge, expiresAt });
  return handle;
}

/** Throws NotAuthorizedException when the handle is unknown, was used already, or is too old. */
export function takeChallenge(pool: Pool, handle: string): PasswordVerifierChallenge {
  const challenge = pool.state.challenges.get(handle);
  if (!challenge) throw notAuthorized("Invalid session for the user.");
  pool.state.challenges.delete(handle);
  if (challenge.expiresAt <= pool.clock()) {
    throw notAuthorized("Invalid session for the user, session is expired.");
  }
  return challenge;
}

function forgetOldChallenges(pool: Pool): void {
  for (const [handle, { expiresAt }] of pool.state.challenges) {
    if (expiresAt + remembered < pool.clock()) pool.state.challenges.delete(handle);
  }
}
