import { serveSignedIn } from "#functions/customer/signed-in.ts";
import { reissueKey, resendKey, revealKey } from "#functions/licence-key/own-key.ts";
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
