import { searchCustomers } from "#functions/billing/stripe/customers.ts";
import { readTraces } from "#functions/customer/missing-record.ts";

/**
 * Returns what says that an account without a record is a customer's: rows of the customer and customers at Stripe. Empty for one
 * that never registered, and for a customer who was erased. Throws `StripeCallError`.
 */
export async function findKnowledge(sub: string): Promise<string[]> {
  const { hasRecord, isErased, found } = await readTraces(sub);
  // Another request may have registered the account a moment ago.
  return hasRecord || isErased ? [] : [...found, ...(await searchCustomers(sub))];
}
