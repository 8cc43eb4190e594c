/** What a subscription can be created and changed with. */
import { z } from "zod";
import * as parameter from "../api/parameters.ts";

const { text, emptyable, integer, boolean, metadata } = parameter;

const paymentMethodTypes = z.array(
  z.enum(["card", "customer_balance", "jp_credit_transfer", "konbini", "link"]),
);

const customerBalance = z.strictObject({
  funding_type: z.enum(["bank_transfer"]).optional(),
  bank_transfer: z.strictObject({ type: z.enum(["jp_bank_transfer"]).optional() }).optional(),
});

const paymentSettings = z.strictObject({
  payment_method_types: emptyable(paymentMethodTypes).optional(),
  payment_method_options: z.strictObject({ customer_balance: customerBalance.optional() }).optional(),
  save_default_payment_method: z.enum(["off", "on_subscription"]).optional(),
});
export type PaymentSettingsWish = z.output<typeof paymentSettings>;

const cancellationDetails = z.strictObject({
  comment: text().optional(),
  feedback: z
    .enum([
      "customer_service",
      "low_quality",
      "missing_features",
      "other",
      "switched_service",
      "too_complex",
      "too_expensive",
      "unused",
    ])
    .optional(),
});

const common = {
  cancel_at_period_end: boolean().optional(),
  collection_method: z.enum(["charge_automatically", "send_invoice"]).optional(),
  days_until_due: integer().optional(),
  default_payment_method: text().optional(),
  description: emptyable(text(500)).optional(),
  metadata: emptyable(metadata()).optional(),
  off_session: boolean().optional(),
  payment_settings: paymentSettings.optional(),
  proration_behavior: z.enum(["always_invoice", "create_prorations", "none"]).optional(),
  ...parameter.notEmulated(
    "add_invoice_items",
    "application_fee_percent",
    "billing_cycle_anchor",
    "billing_thresholds",
    "cancel_at",
    "default_source",
    "discounts",
    "on_behalf_of",
    "pending_invoice_item_interval",
    "transfer_data",
    "trial_end",
    "trial_from_plan",
    "trial_settings",
  ),
};

const item = z.strictObject({
  price: text(),
  quantity: integer(1).default(1),
  tax_rates: z.array(text()).default([]),
  ...parameter.notEmulated("price_data", "plan", "discounts", "metadata"),
});

export const createSubscription = z.strictObject({
  ...common,
  automatic_tax: z.strictObject({ enabled: boolean() }).optional(),
  billing_mode: z.strictObject({ type: z.enum(["flexible"]) }).optional(),
  currency: text(3).optional(),
  customer: text(),
  default_tax_rates: z.array(text()).default([]),
  items: z.array(item).min(1).max(20),
  payment_behavior: z
    .enum(["allow_incomplete", "default_incomplete", "error_if_incomplete"])
    .default("allow_incomplete"),
  ...parameter.notEmulated("trial_period_days", "backdate_start_date"),
});

export const updateSubscription = z.strictObject({
  ...common,
  cancellation_details: cancellationDetails.optional(),
  ...parameter.notEmulated(
    "items",
    "automatic_tax",
    "default_tax_rates",
    "payment_behavior",
    "pause_collection",
  ),
});

export const cancelSubscription = z.strictObject({
  cancellation_details: cancellationDetails.optional(),
  invoice_now: boolean().optional(),
  prorate: boolean().optional(),
});

export const listSubscriptions = z.strictObject({
  ...parameter.paging,
  collection_method: z.enum(["charge_automatically", "send_invoice"]).optional(),
  created: parameter.createdFilter,
  customer: text().optional(),
  price: text().optional(),
  status: z
    .enum([
      "active",
      "all",
      "canceled",
      "ended",
      "incomplete",
      "incomplete_expired",
      "past_due",
      "paused",
      "trialing",
      "unpaid",
    ])
    .optional(),
});
