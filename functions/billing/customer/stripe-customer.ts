/** The customer's Stripe customer: created once, and updated with the billing contact. */
import type { Profile } from "#functions/customer/profile.ts";
import { storeStripeCustomerId } from "../billing-table.ts";
import type { Checkout } from "../checkout/checkout-table.ts";
import { createCustomer, findCustomer, setInvoiceFields, updateCustomer } from "../stripe/customers.ts";
import { StripeCallError } from "../stripe/failure.ts";
import { detailsOf } from "./customer-details.ts";

/** Idempotency key for one call of one attempt. */
export const idempotencyKey = ({ sub, attempt }: Checkout, step: string): string =>
  `${sub}/${attempt}/${step}`;

/** Returns the Stripe customer id. Throws `StripeCallError`. */
export async function stripeCustomerFor(checkout: Checkout, profile: Profile): Promise<string> {
  const id = profile.stripeCustomerId ?? (await newStripeCustomer(checkout, profile));
  await updateCustomer(id, detailsOf(profile, checkout.contact));
  if (checkout.invoiceFields) await setInvoiceFields(id, checkout.invoiceFields);
  return id;
}

async function newStripeCustomer(checkout: Checkout, profile: Profile): Promise<string> {
  const { sub, attempt } = checkout;
  // An earlier attempt may have created one without storing its id.
  const earlier = attempt === 1 ? undefined : await findCustomer(sub, checkout.firstStartedAt);
  return storeStripeCustomerId(sub, earlier ?? (await createOnce(checkout, profile)));
}

/** After a 500 Stripe repeats that error for the same key, even if the customer was created: look for it first. */
async function createOnce(checkout: Checkout, { customerId }: Profile): Promise<string> {
  const { sub, firstStartedAt } = checkout;
  try {
    return await createCustomer(sub, customerId, `${sub}/customer`);
  } catch (error) {
    if (!(error instanceof StripeCallError) || error.failure !== "key_consumed") throw error;
    const created = await findCustomer(sub, firstStartedAt);
    return created ?? createCustomer(sub, customerId, idempotencyKey(checkout, "customer"));
  }
}
