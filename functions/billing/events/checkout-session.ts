import { readCustomer } from "#functions/customer/profile.ts";
import { fulfilCheckoutSession } from "../checkout/fulfil.ts";
import { readCheckoutSession } from "../stripe/checkout-sessions.ts";
import { changeCard } from "./change-card.ts";

/** `checkout.session.*`: handles the session by its current state, because events may be late. */
export async function handleCheckoutSession(id: string): Promise<void> {
  const session = await readCheckoutSession(id);
  const { owner } = session;
  // Not opened by the portal, e.g. a Payment Link.
  if (owner === null || !(await readCustomer(owner))) return;
  if (session.state === "card-added") await changeCard(owner, session);
  else await fulfilCheckoutSession(owner, session);
}
