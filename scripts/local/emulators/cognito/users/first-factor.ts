/** The password, right or wrong, whichever way it was proven. */
import { incorrectUsernameOrPassword } from "../errors.ts";
import { countWrongPassword, requirePasswordAttempt } from "../limits.ts";
import type { Pool } from "../pool.ts";
import type { User } from "../records/user.ts";

/** The user, if `isProven`. Throws NotAuthorizedException: wrong, unknown or locked out. */
export function requirePassword(pool: Pool, userKey: string, isProven: (user: User) => boolean): User {
  const user = pool.state.users.get(userKey);
  requirePasswordAttempt(pool, userKey);
  if (user && isProven(user)) return user;
  countWrongPassword(pool, userKey);
  throw incorrectUsernameOrPassword();
}
