import { closeAccount } from "#functions/customer/closing/close-account.ts";
import { count, customerLimit } from "#functions/platform/rate-limits.ts";
import { serve } from "#functions/runtime/endpoint.ts";
import { account } from "#shared/endpoints.ts";

export const handler = serve(account, async (_, { caller, requestId }) => {
  await count(customerLimit("CLOSE", caller.sub, 10));
  const { eraseAt } = await closeAccount(caller, { requestId });
  return { result: { eraseAt: new Date(eraseAt).toISOString() } };
});
