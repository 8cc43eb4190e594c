import { closeAccount } from "#functions/account/closing/close-account.ts";
import { createEmailTicket } from "#functions/account/email-change-table.ts";
import { serveSignedIn } from "#functions/customer/signed-in.ts";
import { count, customerLimit } from "#functions/platform/rate-limits.ts";
import { account } from "#shared/endpoints.ts";

export const handler = serveSignedIn(account, async ({ body }, { caller }) => {
  if (body.operation === "prepare-email-change")
    return { result: { ticket: await createEmailTicket(caller, body.email) } };
  await count(customerLimit("CLOSE", caller.sub));
  const { eraseAt } = await closeAccount(caller, body.plan);
  return { result: { eraseAt: new Date(eraseAt).toISOString() } };
});
