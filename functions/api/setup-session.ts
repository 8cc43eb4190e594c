import { addPendingCheck } from "#functions/billing/pending-check-table.ts";
import { createSetupSession } from "#functions/billing/stripe/sessions.ts";
import { serveSignedIn } from "#functions/customer/signed-in.ts";
import { count, customerLimit } from "#functions/platform/rate-limits.ts";
import { updateItem } from "#functions/platform/table.ts";
import { ApiError } from "#functions/runtime/api-error.ts";
import { setupSession } from "#shared/endpoints.ts";

/** Creates a Checkout Session in setup mode. The default card changes when Stripe reports that the session was completed. */
export const handler = serveSignedIn(setupSession, async ({ query }, { caller }) => {
  const { sub, record: profile } = caller;
  if (!profile) throw new ApiError("not_found");
  // Specification section 6: only customers who pay by card can change it.
  if (profile.paymentType !== "card" || profile.stripeCustomerId === undefined)
    throw new ApiError("forbidden");
  await count(customerLimit("SETUP_SESSION", sub));
  const { stripeCustomerId } = profile;
  const page = await createSetupSession({ sub, stripeCustomerId, returnPath: query.success_path });
  // Stored before the customer gets the URL, so that the reconciler can find a session whose webhook was lost.
  await updateItem(addPendingCheck({ kind: "setup-session", id: page.id, sub }));
  return { setup_session_id: page.id, url: page.url };
});
