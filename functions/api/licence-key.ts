import { serveSignedIn } from "#functions/customer/signed-in.ts";
import { reissueKey } from "#functions/licence-key/reissue.ts";
import { resendKey } from "#functions/licence-key/resend.ts";
import { revealKey } from "#functions/licence-key/reveal.ts";
import { licenceKey } from "#shared/endpoints.ts";

export const handler = serveSignedIn(licenceKey, async ({ body }, { caller }) => {
  switch (body.operation) {
    case "reveal":
      return { result: { licenceKey: await revealKey(caller) } };
    case "resend":
      await resendKey(caller);
      return { result: {} };
    case "reissue":
      await reissueKey(caller);
      return { result: {} };
  }
});
