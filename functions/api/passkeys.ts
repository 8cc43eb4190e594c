import { syncPasskeys } from "#functions/passkeys/sync-passkeys.ts";
import { customerLimit, enforceLimits } from "#functions/platform/rate-limits.ts";
import { serve } from "#functions/runtime/endpoint.ts";
import { passkeys } from "#shared/endpoints.ts";

export const handler = serve(passkeys, async ({ body }, { caller }) => {
  await enforceLimits([customerLimit("PASSKEYS", caller.sub, 60)]);
  return { result: { passkeys: await syncPasskeys(caller, body.access_token) } };
});
