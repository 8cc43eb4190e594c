import { getContract } from "../../shared/endpoints.ts";
import { readContract } from "../billing/contract/read-contract.ts";
import { readOwnRecord } from "../customer/customer-table.ts";
import { ApiError } from "../runtime/api-error.ts";
import { serve } from "../runtime/endpoint.ts";

export const handler = serve(getContract, async ({ query }, { caller }) => {
  const profile = await readOwnRecord(caller.sub);
  if (!profile) throw new ApiError("not_found");
  return { result: await readContract(profile, query.cursor) };
});
