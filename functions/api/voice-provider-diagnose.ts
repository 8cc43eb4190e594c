import { serveSignedIn } from "#functions/customer/signed-in.ts";
import { count, customerLimit } from "#functions/platform/rate-limits.ts";
import { checkConnection } from "#functions/voice-provider/connection-check.ts";
import { voiceProviderDiagnose } from "#shared/endpoints.ts";

/** The credentials are used in this request and not stored. */
export const handler = serveSignedIn(voiceProviderDiagnose, async ({ body }, { caller }) => {
  await count(customerLimit("CONNECTION_CHECK", caller.sub));
  return { result: { checks: await checkConnection(body) } };
});
