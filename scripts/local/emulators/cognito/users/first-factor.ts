/** The password, right or wrong, whichever way it was proven. */
import { incorrectUsernameOrPassword, userDoesNotExist } from "../errors.ts";
import { countWrongPassword, requirePasswordAttempt } from "../limits.ts";
import type { Pool } from "../pool.ts";
import type { User } from "../records/user.ts";

/** The user, if `isProven`. Throws NotAuthorizedException: wrong, unknown or locked out. */
export function requirePassword(pool: Pool, userKey: string, isProven: (user: User) => boolean): User {
  const user = pool.state.users.get(userKey);
  if (!user) requireHiddenExistence(pool);
  requirePasswordAttempt(pool, userKey);
  if (user && isProven(user)) return user;
  countWrongPassword(pool, userKey);
  throw incorrectUsernameOrPassword();
}

/** Throws UserNotFoundException unless the app client hides who exists. */
export function requireHiddenExistence(pool: Pool): void {
  if (!pool.settings.client.preventUserExistenceErrors) throw userDoesNotExist();
}
