import { searchCustomers } from "#functions/billing/stripe/customers.ts";
import { readTraces } from "#functions/customer/missing-profile.ts";

/**
 * Returns the proof that an account without a profile belongs to a customer: kinds of rows, and ids of Stripe
 * customers. Empty for an account that never registered, and for an erased customer. Throws
 * `StripeCallError`.
 */
export async function findTraces(sub: string): Promise<string[]> {
  const { hasProfile, isErased, found } = await readTraces(sub);
  // Another request may have registered the account a moment ago.
  return hasProfile || isErased ? [] : [...found, ...(await searchCustomers(sub))];
}
