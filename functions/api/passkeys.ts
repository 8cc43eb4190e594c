import { serveSignedIn } from "#functions/customer/signed-in.ts";
import { syncPasskeys } from "#functions/passkeys/sync-passkeys.ts";
import { customerLimit, enforceLimits } from "#functions/platform/rate-limits.ts";
import { passkeys } from "#shared/endpoints.ts";

export const handler = serveSignedIn(passkeys, async ({ body }, { caller }) => {
  await enforceLimits([customerLimit("PASSKEYS", caller.sub, 60)]);
  return { result: { passkeys: await syncPasskeys(caller, body.access_token) } };
});
