import { signUp } from "../../shared/endpoints.ts";
import { withdrawSignUp } from "../customer/unconfirmed/withdraw-sign-up.ts";
import { serve } from "../runtime/endpoint.ts";

export const handler = serve(signUp, async ({ body }, { clientAddress }) => {
  const { operation: _, ...withdrawal } = body;
  await withdrawSignUp(withdrawal, clientAddress);
  return {};
});
