/** What follows a password, right or wrong, whichever way it was proven. */
import { incorrectUsernameOrPassword, userNotConfirmed, userNotFound } from "./errors.ts";
import { countWrongPassword, forgiveWrongPasswords, requirePasswordAttempt } from "./limits.ts";
import type { Answer } from "./operation.ts";
import type { Pool } from "./pool.ts";
import type { User } from "./state.ts";
import { signInUser } from "./tokens/issue.ts";

/**
 * Signs in whoever `isProven`; this is where second factors and forced new passwords will branch off.
 * Throws NotAuthorizedException (wrong, unknown or locked out) or UserNotConfirmedException.
 */
export async function finishFirstFactor(
  pool: Pool,
  userKey: string,
  isProven: (user: User) => boolean,
): Promise<Answer> {
  const user = pool.state.users.get(userKey);
  if (!user) requireHiddenExistence(pool);
  requirePasswordAttempt(pool, userKey);
  if (!user || !isProven(user)) {
    countWrongPassword(pool, userKey);
    throw incorrectUsernameOrPassword();
  }
  forgiveWrongPasswords(pool, userKey);
  if (user.status === "UNCONFIRMED") throw userNotConfirmed();
  return { AuthenticationResult: await signInUser(pool, user), ChallengeParameters: {} };
}

/** Throws UserNotFoundException unless the app client hides who exists. */
export function requireHiddenExistence(pool: Pool): void {
  if (!pool.settings.client.preventUserExistenceErrors) throw userNotFound("User does not exist.");
}
