/** What a Checkout Session can be created with. Source: API reference, "Create a Checkout Session". */
import { z } from "zod";
import * as parameter from "../api/parameters.ts";

const { text, integer, boolean, metadata, webAddress } = parameter;

const lineItem = z.strictObject({
  price: text(),
  quantity: integer(1).default(1),
});

const subscriptionData = z.strictObject({
  description: text(500).optional(),
  metadata: metadata().default({}),
});

const update = z.enum(["auto", "never"]).optional();

export const createSession = z.strictObject({
  /** Until API version 2026-09-30 this was `payment_method_types`, which is refused since. */
  allowed_payment_method_types: z
    .array(z.enum(["card", "link", "konbini", "paypay"]))
    .min(1)
    .optional(),
  automatic_tax: z.strictObject({ enabled: boolean() }).optional(),
  cancel_url: webAddress().optional(),
  client_reference_id: text(200).optional(),
  currency: z.enum(["jpy"]).optional(),
  /** A Payment Link has none. */
  customer: text().optional(),
  customer_update: z.strictObject({ address: update, name: update, shipping: update }).optional(),
  line_items: z.array(lineItem).min(1).max(100).optional(),
  locale: z.enum(["auto", "en", "ja", "ko", "zh"]).optional(),
  metadata: metadata().default({}),
  mode: z.enum(["subscription", "setup"]),
  setup_intent_data: z
    .strictObject({ description: text().optional(), metadata: metadata().default({}) })
    .optional(),
  subscription_data: subscriptionData.optional(),
  success_url: webAddress(),
});
export type SessionWish = z.output<typeof createSession>;

export const listSessions = z.strictObject({
  ...parameter.paging,
  customer: text().optional(),
  status: z.enum(["complete", "expired", "open"]).optional(),
});
