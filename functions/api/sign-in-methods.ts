import { serveSignedIn } from "#functions/customer/signed-in.ts";
import { customerLimit, enforceLimits } from "#functions/platform/rate-limits.ts";
import { syncSignInMethods } from "#functions/sign-in-methods/sync.ts";
import { signInMethods } from "#shared/endpoints.ts";

export const handler = serveSignedIn(signInMethods, async ({ body }, { caller }) => {
  await enforceLimits([customerLimit("SIGN_IN_METHODS", caller.sub)]);
  return { result: await syncSignInMethods(caller, body.access_token) };
});
