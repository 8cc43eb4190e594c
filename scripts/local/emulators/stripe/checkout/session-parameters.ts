/** What a Checkout Session can be created with. Source: API reference, "Create a Checkout Session". */
import { z } from "zod";
import * as parameter from "../api/parameters.ts";

const { text, integer, boolean, metadata, webAddress, notEmulated } = parameter;

const lineItem = z.strictObject({
  price: text(),
  quantity: integer(1).default(1),
  tax_rates: z.array(text()).default([]),
  ...notEmulated("price_data", "adjustable_quantity", "metadata"),
});

const subscriptionData = z.strictObject({
  default_tax_rates: z.array(text()).default([]),
  description: text(500).optional(),
  metadata: metadata().default({}),
  ...notEmulated(
    "billing_cycle_anchor",
    "invoice_settings",
    "proration_behavior",
    "trial_end",
    "trial_period_days",
    "trial_settings",
  ),
});

const customText = z.strictObject({ message: text(1200) }).optional();
const update = z.enum(["auto", "never"]).optional();

export const createSession = z.strictObject({
  /** Until API version 2026-09-30 this was `payment_method_types`, which is refused since. */
  allowed_payment_method_types: z
    .array(z.enum(["card", "link", "konbini", "paypay"]))
    .min(1)
    .optional(),
  allow_promotion_codes: boolean().optional(),
  automatic_tax: z.strictObject({ enabled: boolean() }).optional(),
  billing_address_collection: z.enum(["auto", "required"]).optional(),
  cancel_url: webAddress().optional(),
  client_reference_id: text(200).optional(),
  currency: z.enum(["jpy"]).optional(),
  custom_text: z
    .strictObject({ after_submit: customText, submit: customText, terms_of_service_acceptance: customText })
    .optional(),
  customer: text().optional(),
  customer_creation: z.enum(["always", "if_required"]).optional(),
  customer_email: text(800).optional(),
  customer_update: z.strictObject({ address: update, name: update, shipping: update }).optional(),
  expires_at: integer().optional(),
  line_items: z.array(lineItem).min(1).max(100).optional(),
  locale: z.enum(["auto", "en", "ja", "ko", "zh"]).optional(),
  metadata: metadata().default({}),
  mode: z.enum(["subscription", "setup", "payment"]),
  payment_method_collection: z.enum(["always", "if_required"]).optional(),
  payment_method_types: z
    .array(z.enum(["card", "link", "konbini", "customer_balance"]))
    .min(1)
    .optional(),
  phone_number_collection: z.strictObject({ enabled: boolean() }).optional(),
  setup_intent_data: z
    .strictObject({ description: text().optional(), metadata: metadata().default({}) })
    .optional(),
  submit_type: z.enum(["auto", "pay", "subscribe"]).optional(),
  subscription_data: subscriptionData.optional(),
  success_url: webAddress(),
  tax_id_collection: z.strictObject({ enabled: boolean() }).optional(),
  ui_mode: z.enum(["hosted_page"]).optional(),
  ...notEmulated(
    "after_expiration",
    "consent_collection",
    "custom_fields",
    "discounts",
    "excluded_payment_method_types",
    "invoice_creation",
    "optional_items",
    "payment_intent_data",
    "payment_method_configuration",
    "payment_method_options",
    "return_url",
    "saved_payment_method_options",
    "shipping_address_collection",
    "shipping_options",
  ),
});
export type SessionWish = z.output<typeof createSession>;

export const listSessions = z.strictObject({
  ...parameter.paging,
  created: parameter.createdFilter,
  customer: text().optional(),
  payment_intent: text().optional(),
  status: z.enum(["complete", "expired", "open"]).optional(),
  subscription: text().optional(),
});
