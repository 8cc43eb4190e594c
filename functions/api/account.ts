import { closeAccount } from "#functions/account/closing/close-account.ts";
import { allowEmailChange } from "#functions/activity/activity-table.ts";
import { serveSignedIn } from "#functions/customer/signed-in.ts";
import { count, customerLimit } from "#functions/platform/rate-limits.ts";
import { writeTogether } from "#functions/platform/table.ts";
import { account } from "#shared/endpoints.ts";

export const handler = serveSignedIn(account, async ({ body }, { caller }) => {
  if (body.operation === "prepare-email-change") {
    await writeTogether([allowEmailChange(caller.sub)]);
    return { result: {} };
  }
  await count(customerLimit("CLOSE", caller.sub));
  const { eraseAt } = await closeAccount(caller, body.plan);
  return { result: { eraseAt: new Date(eraseAt).toISOString() } };
});
