import * as z from "zod/mini";
import { openCardCheckout } from "#functions/billing/checkout/purchase-by-card.ts";
import type { Profile } from "#functions/customer/profile.ts";
import { serveSignedIn } from "#functions/customer/signed-in.ts";
import { count, customerLimit } from "#functions/platform/rate-limits.ts";
import { environment } from "#functions/runtime/environment.ts";
import { HttpError } from "#functions/runtime/http-error.ts";
import {
  type BillingContact,
  billingParameters,
  fromBillingParameters,
  toBillingParameters,
} from "#shared/customer/billing-contact.ts";
import { checkoutSession, type QueryOf } from "#shared/endpoints.ts";
import { invoiceFieldsIn } from "#shared/invoice-fields.ts";

export const handler = serveSignedIn(checkoutSession, async ({ query }, { caller }) => {
  const { profile } = caller;
  if (!profile) throw new HttpError("not_found");
  await count(customerLimit("CHECKOUT", caller.sub));
  const purchase = {
    sub: caller.sub,
    contact: contactIn(query, profile),
    invoiceFields: invoiceFieldsIn(query),
  };
  const opened = await openCardCheckout(
    purchase,
    { successPath: query.success_path, cancelPath: query.cancel_path },
    environment("SITE_URL"),
  );
  return { checkout_session_id: opened.sessionId, url: opened.url, success_path: opened.successPath };
});

type Query = QueryOf<typeof checkoutSession>;
const contactRules = z.object(billingParameters);

/**
 * Returns the billing contact of the query, completed by the profile's if `customer_id` names the profile.
 * Throws 403 for another `customer_id`, 400 for a missing field.
 */
function contactIn(query: Query, profile: Profile): BillingContact {
  const { customer_id } = query;
  if (customer_id !== undefined && customer_id !== profile.customerId) throw new HttpError("forbidden");
  const stored = customer_id === undefined ? {} : toBillingParameters(profile);
  const parsed = contactRules.safeParse({ ...stored, ...query });
  if (parsed.success) return fromBillingParameters(parsed.data);
  const fields = parsed.error.issues.map(({ path, message }) => [String(path[0]), message]);
  throw new HttpError("bad_request", { fields: Object.fromEntries(fields) });
}
