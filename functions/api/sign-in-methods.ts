import { serveSignedIn } from "#functions/customer/signed-in.ts";
import { enforceLimits, signInLimit } from "#functions/platform/rate-limits.ts";
import { recordSignInMethods } from "#functions/sign-in-methods/sync.ts";
import { signInMethods } from "#shared/endpoints.ts";

export const handler = serveSignedIn(signInMethods, async ({ body }, { caller }) => {
  await enforceLimits([signInLimit("SIGN_IN_METHODS", caller)]);
  return { result: await recordSignInMethods(caller, body.access_token) };
});
