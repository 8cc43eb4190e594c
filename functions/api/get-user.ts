import { requireNeverRegistered } from "#functions/customer/missing-profile.ts";
import { toUserRecord } from "#functions/customer/profile.ts";
import { serveSignedIn } from "#functions/customer/signed-in.ts";
import { HttpError } from "#functions/runtime/http-error.ts";
import { getUser } from "#shared/endpoints.ts";

export const handler = serveSignedIn(getUser, async ({ query }, { caller }) => {
  // The user pool accepts login IDs in any case of letters.
  if (query.name.toLowerCase() !== caller.loginId.toLowerCase()) throw new HttpError("forbidden");
  // A customer whose profile is missing must not register again.
  if (!caller.profile) await requireNeverRegistered(caller.sub);
  return { results: caller.profile ? [toUserRecord(caller.profile)] : [] };
});
