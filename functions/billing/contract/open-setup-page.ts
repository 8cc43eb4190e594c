import { count, customerLimit } from "#functions/platform/rate-limits.ts";
import { updateItem } from "#functions/platform/table.ts";
import {
  type CheckoutSessionPage,
  type CreateSetupSessionParams,
  createSetupSession,
} from "../stripe/checkout-sessions.ts";
import { addStripeTask } from "../stripe-tasks/stripe-task-table.ts";

/**
 * Opens Stripe's page to save a card. A task is enqueued before the customer gets the URL, so that the
 * reconciler finds a session whose webhook was lost. Throws 429.
 */
export async function openSetupPage(params: CreateSetupSessionParams): Promise<CheckoutSessionPage> {
  const { sub } = params;
  await count(customerLimit("SETUP_SESSION", sub));
  const page = await createSetupSession(params);
  await updateItem(addStripeTask({ kind: "setup-session", id: page.id, sub }));
  return page;
}
