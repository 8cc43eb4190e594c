import { readContract } from "#functions/billing/contract/read-contract.ts";
import { serveSignedIn } from "#functions/customer/signed-in.ts";
import { count, customerLimit } from "#functions/platform/rate-limits.ts";
import { HttpError } from "#functions/runtime/http-error.ts";
import { getContract } from "#shared/endpoints.ts";

export const handler = serveSignedIn(getContract, async ({ query }, { caller }) => {
  if (!caller.profile) throw new HttpError("not_found");
  // A trial makes no calls to Stripe.
  if (caller.profile.plan !== "trial") await count(customerLimit("CONTRACT_READ", caller.sub));
  return { result: await readContract(caller.sub, caller.profile, query.cursor) };
});
