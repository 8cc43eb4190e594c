import { setupSession } from "../../shared/endpoints.ts";
import { addPendingCheck } from "../billing/pending-check-table.ts";
import { createSetupSession } from "../billing/stripe/sessions.ts";
import { readCustomer } from "../customer/customer-table.ts";
import { count, customerLimit } from "../platform/rate-limits.ts";
import { updateItem } from "../platform/table.ts";
import { requireAccount } from "../platform/user-pool.ts";
import { ApiError } from "../runtime/api-error.ts";
import { serve } from "../runtime/endpoint.ts";

/** A page to leave another card on. What is charged changes when Stripe tells that it was left. */
export const handler = serve(setupSession, async (_, { caller }) => {
  const { sub } = caller;
  const [profile] = await Promise.all([readCustomer(sub), requireAccount(caller)]);
  if (!profile) throw new ApiError("not_found");
  // Specification section 6: the card is changed only by who pays by card.
  if (profile.paymentType !== "card" || profile.stripeCustomerId === undefined)
    throw new ApiError("forbidden");
  await count(customerLimit("SETUP_SESSION", sub, 10));
  const page = await createSetupSession(sub, profile.stripeCustomerId);
  // Before the customer has its address: a lost webhook is found by the reconciler.
  await updateItem(addPendingCheck({ kind: "setup-session", id: page.id, sub }));
  return { setup_session_id: page.id, url: page.url };
});
