import { readContract } from "#functions/billing/contract/read-contract.ts";
import { serveSignedIn } from "#functions/customer/signed-in.ts";
import { ApiError } from "#functions/runtime/api-error.ts";
import { getContract } from "#shared/endpoints.ts";

export const handler = serveSignedIn(getContract, async ({ query }, { caller }) => {
  if (!caller.record) throw new ApiError("not_found");
  return { result: await readContract(caller.record, query.cursor) };
});
