import { type Profile, readCustomer } from "#functions/customer/profile.ts";
import { errorFields, log } from "#functions/runtime/log.ts";
import { toBillingContact } from "#shared/customer/billing-contact.ts";
import { prefectures } from "#shared/enums.ts";
import { ignoreRefusalIfDone, StripeCallError } from "../stripe/call-error.ts";
import { type CustomerDetails, isOfDeleted, updateCustomer } from "../stripe/customers.ts";

/**
 * Updates the Stripe customer, if there is one, from the current profile. Ignores a deleted Stripe customer.
 * `retries`: see `updateCustomer`. Throws `StripeCallError`.
 */
export async function syncCustomer(sub: string, retries?: number): Promise<void> {
  const profile = await readCustomer(sub);
  const id = profile?.stripeCustomerId;
  if (profile === undefined || id === undefined) return;
  const updating = updateCustomer(id, detailsOf(profile), retries);
  await ignoreRefusalIfDone(updating, (refusal) => isOfDeleted(id, refusal));
}

/** Syncs the customer, unless Stripe refuses the values: the next change of the profile tries again. */
export async function syncUnlessRefused(sub: string): Promise<"done"> {
  try {
    await syncCustomer(sub);
  } catch (error) {
    if (!isFinalRefusal(error)) throw error;
    log("warn", "Stripe refused the profile", { customer: sub, ...errorFields(error) });
  }
  return "done";
}

const isFinalRefusal = (error: unknown): boolean =>
  error instanceof StripeCallError && error.failure === "refused" && error.stripeCode !== "resource_missing";

/** Returns the company's details, with the e-mail address and phone number of its billing contact. */
export function detailsOf(profile: Profile): CustomerDetails {
  const contact = toBillingContact(profile);
  return {
    name: profile.corporateName,
    email: contact.email || profile.email,
    phone: contact.phoneNumber,
    postalCode: profile.postalCode,
    prefecture: prefectures[profile.prefecture] ?? "",
    city: profile.city,
    streetAddress: profile.streetAddress,
  };
}
