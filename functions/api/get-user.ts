import { readOwnRecord } from "#functions/customer/customer-table.ts";
import { toUserRecord } from "#functions/customer/profile.ts";
import { ApiError } from "#functions/runtime/api-error.ts";
import { serve } from "#functions/runtime/endpoint.ts";
import { getUser } from "#shared/endpoints.ts";

export const handler = serve(getUser, async ({ query }, { caller }) => {
  // The pool takes login IDs in either case for the same account.
  if (query.name.toLowerCase() !== caller.loginId.toLowerCase()) throw new ApiError("forbidden");
  const customer = await readOwnRecord(caller.sub);
  return { results: customer ? [toUserRecord(customer)] : [] };
});
