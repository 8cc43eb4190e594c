import { withdrawUnconfirmed } from "#functions/account/withdraw-sign-up.ts";
import { serve } from "#functions/runtime/endpoint.ts";
import { withdrawSignUp } from "#shared/endpoints.ts";

export const handler = serve(withdrawSignUp, async ({ body }, { clientAddress }) => {
  await withdrawUnconfirmed(body, clientAddress);
  return {};
});
