import { passkeys } from "../../shared/endpoints.ts";
import { syncPasskeys } from "../passkeys/sync-passkeys.ts";
import { customerLimit, enforceLimits } from "../platform/rate-limits.ts";
import { serve } from "../runtime/endpoint.ts";

export const handler = serve(passkeys, async ({ body }, { caller }) => {
  await enforceLimits([customerLimit("PASSKEYS", caller.sub, 60)]);
  return { result: { passkeys: await syncPasskeys(caller, body.access_token) } };
});
