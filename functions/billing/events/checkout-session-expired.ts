import type { Occasion } from "../billing-table.ts";
import type { EventOf } from "../stripe/events.ts";
import { takeSession } from "./take-session.ts";

/** Nobody paid within a day, or the customer chose the invoice instead. */
export async function checkoutSessionExpired(
  { data }: EventOf<"checkout.session.expired">,
  occasion: Occasion,
): Promise<void> {
  await takeSession(data.object.id, occasion);
}
