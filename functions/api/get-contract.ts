import { readContract } from "#functions/billing/contract/read-contract.ts";
import { readOwnRecord } from "#functions/customer/customer-table.ts";
import { ApiError } from "#functions/runtime/api-error.ts";
import { serve } from "#functions/runtime/endpoint.ts";
import { getContract } from "#shared/endpoints.ts";

export const handler = serve(getContract, async ({ query }, { caller }) => {
  const profile = await readOwnRecord(caller.sub);
  if (!profile) throw new ApiError("not_found");
  return { result: await readContract(profile, query.cursor) };
});
