import { newId, randomLetters } from "../ids.ts";
import type { Session } from "./stored.ts";

/** An open session; what it sells stands in its order. */
export function newSession(
  created: number,
  mode: "subscription" | "setup",
  given: Partial<Session>,
): Session {
  const id = newId("cs_test_a1", 58);
  return {
    id,
    object: "checkout.session",
    adaptive_pricing: { enabled: false },
    amount_subtotal: null,
    amount_total: null,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    cancel_url: null,
    client_reference_id: null,
    created,
    currency: null,
    custom_fields: [],
    custom_text: {},
    customer: null,
    customer_details: null,
    expires_at: created + 24 * 60 * 60,
    invoice: null,
    livemode: false,
    locale: null,
    metadata: {},
    mode,
    payment_intent: null,
    payment_method_collection: mode === "subscription" ? "always" : null,
    payment_method_options: { card: { request_three_d_secure: "automatic" } },
    payment_method_types: ["card"],
    payment_status: mode === "setup" ? "no_payment_required" : "unpaid",
    phone_number_collection: { enabled: false },
    setup_intent: null,
    shipping_options: [],
    status: "open",
    subscription: null,
    success_url: null,
    total_details: null,
    ui_mode: "hosted_page",
    url: `/c/pay/${id}#${randomLetters(40)}`,
    ...given,
  };
}
