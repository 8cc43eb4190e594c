import { withdrawSignUp } from "#functions/account/withdraw-sign-up.ts";
import { serve } from "#functions/runtime/endpoint.ts";
import { signUp } from "#shared/endpoints.ts";

export const handler = serve(signUp, async ({ body }, { clientAddress }) => {
  const { operation: _, ...withdrawal } = body;
  await withdrawSignUp(withdrawal, clientAddress);
  return {};
});
