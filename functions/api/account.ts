import { account } from "../../shared/endpoints.ts";
import { closeAccount } from "../customer/closing/close-account.ts";
import { count, customerLimit } from "../platform/rate-limits.ts";
import { serve } from "../runtime/endpoint.ts";

export const handler = serve(account, async (_, { caller, requestId }) => {
  await count(customerLimit("CLOSE", caller.sub, 10));
  const { eraseAt } = await closeAccount(caller, { requestId });
  return { result: { eraseAt: new Date(eraseAt).toISOString() } };
});
