/** The parameters of a new Checkout Session. Source: API reference, "Create a Checkout Session". */
import { z } from "zod";
import * as parameter from "../api/parameters.ts";

const { text, integer, boolean, metadata, webAddress } = parameter;

const lineItem = z.strictObject({
  price: text(),
  quantity: integer(1).default(1),
});

export const createSession = z.strictObject({
  /** Until API version 2026-09-30 this was `payment_method_types`, which is refused since. */
  allowed_payment_method_types: z.array(z.literal("card")).min(1).optional(),
  automatic_tax: z.strictObject({ enabled: boolean() }).optional(),
  cancel_url: webAddress().optional(),
  client_reference_id: text(200).optional(),
  currency: z.literal("jpy").optional(),
  /** A Payment Link has none. */
  customer: text().optional(),
  line_items: z.array(lineItem).min(1).optional(),
  locale: z.literal("ja").optional(),
  metadata: metadata().default({}),
  mode: z.enum(["subscription", "setup"]),
  subscription_data: z.strictObject({ metadata: metadata().default({}) }).optional(),
  success_url: webAddress(),
});
export type SessionParams = z.output<typeof createSession>;

export const listSessions = z.strictObject({
  ...parameter.paging,
  customer: text().optional(),
  status: z.enum(["complete", "expired", "open"]).optional(),
});
