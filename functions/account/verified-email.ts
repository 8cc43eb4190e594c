import type { SignedIn } from "#functions/customer/signed-in.ts";
import { ApiError } from "#functions/runtime/api-error.ts";

/** Returns the address as the user pool spells it, which has verified it by now: a token may be older. Throws 403. */
export function requireVerifiedEmail(
  given: string,
  { verifiedEmail }: Pick<SignedIn, "verifiedEmail">,
): string {
  if (verifiedEmail?.toLowerCase() !== given.toLowerCase()) throw new ApiError("email_not_verified");
  return verifiedEmail;
}
