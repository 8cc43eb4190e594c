/** Who pays, as Stripe is told. */

import type { Profile } from "../customer/profile.ts";
import { payerOf } from "./billed.ts";
import { keepStripeCustomer } from "./billing-table.ts";
import type { Checkout } from "./checkout-table.ts";
import { StripeFailed } from "./stripe/failure.ts";
import { updatePayer } from "./stripe/payer.ts";
import { createPayer } from "./stripe/sessions.ts";

/** Names one call of one attempt, so that Stripe does it once however often it is asked. */
export const idempotencyKey = ({ sub, attempt }: Checkout, step: string): string =>
  `${sub}/${attempt}/${step}`;

/** The customer's id at Stripe: made once, kept in the record, and up to date with who receives the bill. */
export async function payerFor(checkout: Checkout, profile: Profile): Promise<string> {
  const id = profile.stripeCustomerId ?? (await newPayer(checkout, profile));
  await updatePayer(id, payerOf(profile, checkout.contact));
  return id;
}

/** One for good, under one key for good. Only when Stripe failed under that key does the attempt make its own. */
async function newPayer(checkout: Checkout, { customerId }: Profile): Promise<string> {
  const { sub } = checkout;
  const created = await createPayer(sub, customerId, `${sub}/customer`).catch((error: unknown) => {
    if (!(error instanceof StripeFailed) || error.failure !== "burnt") throw error;
    return createPayer(sub, customerId, idempotencyKey(checkout, "customer"));
  });
  return keepStripeCustomer(sub, created);
}
