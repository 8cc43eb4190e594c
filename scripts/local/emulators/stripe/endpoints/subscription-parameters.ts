/** The parameters that create and change a subscription. */
import { z } from "zod";
import * as parameter from "../api/parameters.ts";

const { text, integer, boolean, metadata } = parameter;

const customerBalance = z.strictObject({
  funding_type: z.literal("bank_transfer"),
  bank_transfer: z.strictObject({ type: z.literal("jp_bank_transfer") }),
});

const paymentSettings = z.strictObject({
  payment_method_types: z.array(z.enum(["card", "customer_balance"])).optional(),
  payment_method_options: z.strictObject({ customer_balance: customerBalance }).optional(),
});
export type PaymentSettingsParams = z.output<typeof paymentSettings>;

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

const pauseCollection = z.strictObject({
  behavior: z.enum(["keep_as_draft", "mark_uncollectible", "void"]),
});

const common = {
  days_until_due: integer().optional(),
  metadata: metadata().optional(),
  payment_settings: paymentSettings.optional(),
};

const item = z.strictObject({
  price: text(),
  quantity: integer(1).default(1),
});

/** By invoice: one that a card pays begins on the hosted page. */
export const createSubscription = z.strictObject({
  ...common,
  automatic_tax: z.strictObject({ enabled: boolean() }).optional(),
  customer: text(),
  items: z.array(item).min(1),
  collection_method: z.literal("send_invoice"),
});

export const updateSubscription = z.strictObject({
  ...common,
  /** Seconds since the epoch; the empty string takes the date away. */
  cancel_at: z.union([z.literal(""), integer()]).optional(),
  cancel_at_period_end: boolean().optional(),
  cancellation_details: cancellationDetails.optional(),
  collection_method: z.enum(["charge_automatically", "send_invoice"]).optional(),
  default_payment_method: text().optional(),
  pause_collection: z.union([z.literal(""), pauseCollection]).optional(),
});

export const cancelSubscription = z.strictObject({ cancellation_details: cancellationDetails.optional() });

export const listSubscriptions = z.strictObject({
  ...parameter.paging,
  customer: text().optional(),
  status: z.literal("all").optional(),
});
