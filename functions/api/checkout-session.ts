import { openCardCheckout } from "#functions/billing/checkout/checkout.ts";
import type { BillingContact } from "#functions/billing/checkout/checkout-table.ts";
import { contactOf } from "#functions/billing/customer/customer-details.ts";
import { readCustomer } from "#functions/customer/customer-table.ts";
import type { Profile } from "#functions/customer/profile.ts";
import { requireAccount } from "#functions/platform/user-pool.ts";
import { ApiError } from "#functions/runtime/api-error.ts";
import { serve } from "#functions/runtime/endpoint.ts";
import { environment } from "#functions/runtime/environment.ts";
import { checkoutSession, type QueryOf } from "#shared/endpoints.ts";
import { fields } from "#shared/fields.ts";

export const handler = serve(checkoutSession, async ({ query }, { caller, requestId }) => {
  const [profile] = await Promise.all([readCustomer(caller.sub), requireAccount(caller)]);
  if (!profile) throw new ApiError("not_found");
  const purchase = {
    sub: caller.sub,
    contact: contactIn(query, profile),
    audit: { requestId },
  };
  const opened = await openCardCheckout(
    purchase,
    { successPath: query.success_path, cancelPath: query.cancel_path },
    environment("SITE_URL"),
  );
  return { checkout_session_id: opened.sessionId, url: opened.url, success_path: opened.successPath };
});

type Query = QueryOf<typeof checkoutSession>;

/** Returns the billing contact of the record, which `customer_id` must name, or the one in the query. */
function contactIn(query: Query, profile: Profile): BillingContact {
  const { customer_id, billing_charge_name, billing_phone_number, billing_email } = query;
  if (customer_id !== undefined && customer_id !== profile.customerId) throw new ApiError("forbidden");
  const stored = customer_id === undefined ? undefined : contactOf(profile);
  return {
    name: required("billing_charge_name", billing_charge_name ?? stored?.name),
    phoneNumber: required("billing_phone_number", billing_phone_number ?? stored?.phoneNumber),
    email: required("billing_email", billing_email ?? stored?.email),
  };
}

const rules = {
  billing_charge_name: fields.billingChargeName,
  billing_phone_number: fields.billingPhoneNumber,
  billing_email: fields.billingEmail,
} as const;

function required(field: keyof typeof rules, value: string | undefined): string {
  const parsed = rules[field].safeParse(value ?? "");
  if (parsed.success) return parsed.data;
  throw new ApiError("bad_request", { fields: { [field]: parsed.error.issues[0]?.message ?? "" } });
}
