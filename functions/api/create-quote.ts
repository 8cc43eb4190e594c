import { canSubscribe } from "#functions/billing/contract/can-subscribe.ts";
import { readOwnRecord } from "#functions/customer/customer-table.ts";
import { requireAccount } from "#functions/platform/user-pool.ts";
import { createQuote } from "#functions/quotes/create-quote.ts";
import { toQuote } from "#functions/quotes/quote-state.ts";
import { ApiError } from "#functions/runtime/api-error.ts";
import { serve } from "#functions/runtime/endpoint.ts";
import { createQuote as endpoint } from "#shared/endpoints.ts";

export const handler = serve(endpoint, async ({ body }, { caller }) => {
  const [profile] = await Promise.all([readOwnRecord(caller.sub), requireAccount(caller)]);
  if (!profile || !canSubscribe(profile)) throw new ApiError("forbidden");
  return { result: toQuote(await createQuote(caller.sub, profile, body), profile) };
});
