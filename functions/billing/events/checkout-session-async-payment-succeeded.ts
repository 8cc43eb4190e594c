import type { Occasion } from "../billing-table.ts";
import type { EventOf } from "../stripe/events.ts";
import { takeSession } from "./take-session.ts";

/** The bank said yes after the customer had left Stripe's page. */
export async function checkoutSessionAsyncPaymentSucceeded(
  { data }: EventOf<"checkout.session.async_payment_succeeded">,
  occasion: Occasion,
): Promise<void> {
  await takeSession(data.object.id, occasion);
}
