import { licenceKey } from "../../shared/endpoints.ts";
import { reissueKey } from "../licence-key/reissue.ts";
import { resendKey } from "../licence-key/resend.ts";
import { revealKey } from "../licence-key/reveal.ts";
import { serve } from "../runtime/endpoint.ts";

export const handler = serve(licenceKey, async ({ body }, { caller, requestId }) => {
  switch (body.operation) {
    case "reveal":
      return { result: { licenceKey: await revealKey(caller, { requestId }) } };
    case "resend":
      await resendKey(caller, { requestId });
      return { result: {} };
    case "reissue":
      await reissueKey(caller, { requestId });
      return { result: {} };
  }
});
