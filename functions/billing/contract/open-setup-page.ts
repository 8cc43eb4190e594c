import { count, customerLimit } from "#functions/platform/rate-limits.ts";
import { updateItem } from "#functions/platform/table.ts";
import {
  type CheckoutSessionPage,
  type CreateSetupSessionParams,
  createSetupSession,
} from "../stripe/checkout-sessions.ts";
import { addStripeTask } from "../stripe-tasks/stripe-task-table.ts";

/**
 * Opens Stripe's page to leave a card on. It is stored before the customer gets its address, so that the reconciler can find a session
 * whose webhook was lost. Throws 429.
 */
export async function openSetupPage(params: CreateSetupSessionParams): Promise<CheckoutSessionPage> {
  const { sub } = params;
  await count(customerLimit("SETUP_SESSION", sub));
  const page = await createSetupSession(params);
  await updateItem(addStripeTask({ kind: "setup-session", id: page.id, sub }));
  return page;
}
