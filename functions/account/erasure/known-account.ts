import { searchCustomers } from "#functions/billing/stripe/customers.ts";
import { readTraces } from "#functions/customer/missing-profile.ts";

/**
 * Returns what says that an account without a profile is a customer's: rows of the customer and customers at Stripe. Empty for one
 * that never registered, and for a customer who was erased. Throws `StripeCallError`.
 */
export async function findKnowledge(sub: string): Promise<string[]> {
  const { hasProfile, isErased, found } = await readTraces(sub);
  // Another request may have registered the account a moment ago.
  return hasProfile || isErased ? [] : [...found, ...(await searchCustomers(sub))];
}
