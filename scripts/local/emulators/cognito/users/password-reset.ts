/** Whose password may be reset, and where the code for it goes. */
import { notAuthorized } from "../errors.ts";
import type { User } from "../records/user.ts";

/** Throws NotAuthorizedException for users who have no password of their own yet. */
export function requireResettable({ status }: User): void {
  if (status === "FORCE_CHANGE_PASSWORD") {
    throw notAuthorized("User password cannot be reset in the current state.");
  }
}

/** Where a code that resets the password may go. */
export function provenEmail({ attributes }: User): string | undefined {
  return attributes.email_verified === "true" ? attributes.email : undefined;
}
