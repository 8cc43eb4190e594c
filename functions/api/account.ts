import { closeAccount } from "#functions/account/closing/close-account.ts";
import { serveSignedIn } from "#functions/customer/signed-in.ts";
import { count, customerLimit } from "#functions/platform/rate-limits.ts";
import { account } from "#shared/endpoints.ts";

export const handler = serveSignedIn(account, async ({ body }, { caller }) => {
  await count(customerLimit("CLOSE", caller.sub));
  const { eraseAt } = await closeAccount(caller, body.plan);
  return { result: { eraseAt: new Date(eraseAt).toISOString() } };
});
