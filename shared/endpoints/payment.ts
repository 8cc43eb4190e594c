/** Payment and the contract. */
import * as z from "zod/mini";
import { contract, contractStatuses } from "../contract.ts";
import { billingParameters } from "../customer/billing-contact.ts";
import { type CancellationReason, cancellationReasons, paymentTypes } from "../enums.ts";
import { invoiceFields, storedInvoiceFields } from "../invoice-fields.ts";
import { limits } from "../limits.ts";
import { define, identifier } from "./endpoint.ts";

/** The only paths that a payment page may send the browser back to. */
const paymentReturnPath = z
  .string()
  .check(z.regex(new RegExp(`^/upgrade/payment\\?uuid=[A-Za-z0-9]{${limits.uuidLength}}$`)));

/**
 * Each customer has one open session. `success_path` is its return path, with the uuid of the click that
 * opened it, which may have been in another tab.
 */
export const checkoutSession = define({
  method: "GET",
  path: "/api/payment/checkout-session",
  authentication: "id-token",
  query: z.strictObject({
    cancel_path: z.literal(["/upgrade", "/contract"]),
    success_path: paymentReturnPath,
    customer_id: z.optional(identifier),
    ...z.partial(z.object(billingParameters)).shape,
    ...invoiceFields.shape,
  }),
  response: z.object({
    checkout_session_id: z.string(),
    url: z.string(),
    success_path: z.string(),
  }),
});

export const setupSession = define({
  method: "GET",
  path: "/api/payment/setup-session",
  authentication: "id-token",
  query: z.union([
    z.strictObject({ cancel_path: z.literal("/update"), success_path: z.literal("/update") }),
    z.strictObject({ cancel_path: z.literal("/contract"), success_path: z.literal("/contract") }),
  ]),
  response: z.object({ setup_session_id: z.string(), url: z.string() }),
});

/**
 * Pays for the plan. 402: no paid session (none, cancelled, declined). 409: the payment is processing, ask
 * again; or the price is higher than `price_yen` now. 403: not a trial customer, or another customer's
 * session.
 */
export const subscription = define({
  method: "POST",
  path: "/api/payment/subscription",
  authentication: "id-token",
  body: z.discriminatedUnion("mode", [
    z.strictObject({ mode: z.literal("card") }),
    z.strictObject({
      mode: z.literal("invoice"),
      ...billingParameters,
      ...invoiceFields.shape,
      /** The price on the screen: a higher one is refused. Not part of the specification. */
      price_yen: z.optional(z.int()),
    }),
  ]),
  response: z.object({ result: z.object({ plan: z.string(), paymentType: z.enum(paymentTypes) }) }),
});

/** `cursor` is the `nextCursor` of the page before. */
export const getContract = define({
  method: "GET",
  path: "/api/contract",
  authentication: "id-token",
  query: z.strictObject({ cursor: z.optional(z.string().check(z.regex(/^in_\w{1,64}$/))) }),
  response: z.object({ result: contract }),
});

/**
 * `cancel`: cancels at the end of the period. `resume`: withdraws the cancellation. `change-payment-type` to
 * card returns Stripe's page to save a card, which pays from then on. `invoice-fields`: changes the fields of
 * later invoices, if they are still `before`. 403: no subscription. 409: it is over, or the fields were
 * changed meanwhile.
 */
export const postContract = define({
  method: "POST",
  path: "/api/contract",
  authentication: "id-token",
  recentPassword: true,
  body: z.discriminatedUnion("operation", [
    z.strictObject({
      operation: z.literal("cancel"),
      reason: z.optional(z.literal(Object.keys(cancellationReasons) as CancellationReason[])),
    }),
    z.strictObject({ operation: z.literal("resume") }),
    z.strictObject({ operation: z.literal("change-payment-type"), paymentType: z.enum(paymentTypes) }),
    z.strictObject({
      operation: z.literal("invoice-fields"),
      ...invoiceFields.shape,
      before: z.optional(storedInvoiceFields),
    }),
  ]),
  response: z.object({
    result: z.object({ status: z.enum(contractStatuses), url: z.optional(z.string()) }),
  }),
});

export const stripeWebhook = define({
  method: "POST",
  path: "/api/stripe/webhook",
  authentication: "stripe-signature",
  servesOtherSites: true,
  response: z.object({ received: z.literal(true) }),
});
