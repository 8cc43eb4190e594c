import { openSetupPage } from "#functions/billing/contract/open-setup-page.ts";
import { serveSignedIn } from "#functions/customer/signed-in.ts";
import { HttpError } from "#functions/runtime/http-error.ts";
import { setupSession } from "#shared/endpoints.ts";

/**
 * Creates a Checkout Session in setup mode. The default card changes when Stripe reports that the session was
 * completed.
 */
export const handler = serveSignedIn(setupSession, async ({ query }, { caller }) => {
  const { sub, profile } = caller;
  if (!profile) throw new HttpError("not_found");
  // Specification section 6: only customers who pay by card can change it.
  if (profile.paymentType !== "card" || profile.stripeCustomerId === undefined)
    throw new HttpError("forbidden");
  const { stripeCustomerId } = profile;
  const page = await openSetupPage({ sub, stripeCustomerId, returnPath: query.success_path });
  return { setup_session_id: page.id, url: page.url };
});
