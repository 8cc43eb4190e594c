/** Who pays, as Stripe is told. */
import { keepStripeCustomer } from "../services/billing-table.ts";
import type { Checkout } from "../services/checkout-table.ts";
import type { Profile } from "../services/customer-profile.ts";
import { StripeFailed } from "../services/stripe-failed.ts";
import { updatePayer } from "../services/stripe-payer.ts";
import { createPayer } from "../services/stripe-sessions.ts";
import { payerOf } from "./billed.ts";

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
