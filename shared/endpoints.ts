/**
 * THE contract: method, path, authentication, request and response of every endpoint (design section 3). The CDK
 * routes, the handlers, the browser's client and the local gateway are all derived from it.
 */
import * as z from "zod/mini";
import { contract, contractStatuses } from "./contract.ts";
import { userRecord, userRequest } from "./customer.ts";
import { type CancellationReason, cancellationReasons, paymentTypes } from "./enums.ts";
import { fields } from "./fields.ts";
import { limits } from "./limits.ts";
import { messages } from "./messages.ts";

/** `optional-id-token`: signed-in customers send their token; others may call too. */
export type Authentication = "id-token" | "none" | "optional-id-token" | "stripe-signature";

export interface Endpoint {
  method: "GET" | "POST";
  path: `/api/${string}`;
  authentication: Authentication;
  /** Wants a password entered in the last ten minutes: for every call, or for these operations of the body. */
  recentPassword?: true | readonly string[];
  query?: z.ZodMiniType;
  body?: z.ZodMiniType;
  response: z.ZodMiniType;
  /** Its response's `location` is where the browser goes. */
  redirects?: true;
}

const define = <const E extends Endpoint>(endpoint: E): E => endpoint;
const identifier = z.string().check(z.minLength(1), z.maxLength(256));
/** The only paths that a payment page may send the browser back to. */
const paymentReturnPath = z
  .string()
  .check(z.regex(new RegExp(`^/upgrade/payment\\?uuid=[A-Za-z0-9]{${limits.uuidLength}}$`)));

export const fileTypes = ["plugin", "template", "manual"] as const;
export type FileType = (typeof fileTypes)[number];

export const getUser = define({
  method: "GET",
  path: "/api/user",
  authentication: "id-token",
  query: z.strictObject({ name: identifier }),
  response: z.object({ results: z.array(userRecord).check(z.maxLength(1)) }),
});

/** As in semantic versioning, e.g. `1.2.3` or `1.3.0-beta.1`. */
const releaseVersion = z.string().check(z.regex(/^\d[0-9A-Za-z.+-]{0,63}$/));

export const postUser = define({
  method: "POST",
  path: "/api/user",
  authentication: "id-token",
  body: userRequest,
  response: z.object({ result: z.object({ customerId: z.string() }) }),
});

/** Without `version` the current one. `url` lives five minutes; `size` in bytes, `sha256` in hex, `publishedAt` in ISO 8601. */
export const downloadFile = define({
  method: "GET",
  path: "/api/download/file",
  authentication: "id-token",
  query: z.strictObject({ file_type: z.enum(fileTypes), version: z.optional(releaseVersion) }),
  response: z.object({
    result: z.object({
      url: z.string(),
      version: z.string(),
      size: z.optional(z.int()),
      sha256: z.optional(z.string()),
      publishedAt: z.optional(z.string()),
    }),
  }),
});

/**
 * Every version that was published, newest first. `notes`: Markdown, of which paragraphs, lists, bold and https links are
 * used; empty when there are none. `withdrawn`: rolled back, and no longer to be downloaded.
 */
export const releases = define({
  method: "GET",
  path: "/api/releases",
  authentication: "id-token",
  query: z.strictObject({ file_type: z.enum(fileTypes) }),
  response: z.object({
    result: z.object({
      releases: z.array(
        z.object({
          version: z.string(),
          publishedAt: z.string(),
          notes: z.string(),
          size: z.int(),
          sha256: z.string(),
          current: z.boolean(),
          withdrawn: z.boolean(),
        }),
      ),
    }),
  }),
});

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
    billing_charge_name: z.optional(fields.billingChargeName),
    billing_phone_number: z.optional(fields.billingPhoneNumber),
    billing_email: z.optional(fields.billingEmail),
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
 * 402: no paid session (none, cancelled, declined). 409: the payment is processing, ask again. 403: not a trial
 * customer, or a session that is another customer's.
 */
export const subscription = define({
  method: "POST",
  path: "/api/payment/subscription",
  authentication: "id-token",
  body: z.discriminatedUnion("mode", [
    z.strictObject({ mode: z.literal("card") }),
    z.strictObject({
      mode: z.literal("invoice"),
      billing_charge_name: fields.billingChargeName,
      billing_phone_number: fields.billingPhoneNumber,
      billing_email: fields.billingEmail,
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
 * `cancel`: at the end of the period, `resume`: not any more. `change-payment-type` to card answers with Stripe's page to leave a
 * card on; once that is done, the card pays. 403: no subscription. 409: it is over.
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
  ]),
  response: z.object({
    result: z.object({ status: z.enum(contractStatuses), url: z.optional(z.string()) }),
  }),
});

export const voiceProviderCheck = define({
  method: "POST",
  path: "/api/voice-provider/check",
  authentication: "id-token",
  body: z.strictObject({ api_key: fields.apiKey }),
  response: z.object({
    result: z.object({
      status: z.enum(["updated", "not_updated"]),
      message1: z.optional(z.string()),
      link: z.optional(z.string()),
      message2: z.optional(z.string()),
    }),
  }),
});

export const verify = define({
  method: "POST",
  path: "/api/verify",
  authentication: "optional-id-token",
  body: z.discriminatedUnion("mode", [
    z.strictObject({ mode: z.literal("send"), phone_number: fields.chargePhoneNumber }),
    z.strictObject({ mode: z.literal("check"), code: fields.code, request_id: identifier }),
  ]),
  response: z.object({
    request_id: z.optional(z.string()),
    /** With the id of a code that was sent less than a minute ago: seconds until the next one can be sent. */
    retry_after_seconds: z.optional(z.int()),
  }),
});

/**
 * Withdraws an account whose e-mail is not confirmed yet, so that its owner signs up again under the same login ID. The answer is
 * the same whether there was such an account or not.
 */
export const signUp = define({
  method: "POST",
  path: "/api/sign-up",
  authentication: "none",
  body: z.strictObject({
    operation: z.literal("withdraw"),
    loginId: fields.loginId,
    email: fields.email,
    requestId: identifier,
  }),
  response: z.object({}),
});

export const corporateNumber = define({
  method: "GET",
  path: "/api/corporate-number",
  authentication: "none",
  query: z.strictObject({
    number: z.string().check(z.regex(/^\d{13}$/, messages.corporateNumber)),
  }),
  response: z.object({
    result: z.object({
      valid: z.boolean(),
      name: z.optional(z.string()),
      address: z.optional(z.string()),
      prefecture: z.optional(z.int()),
      city: z.optional(z.string()),
      streetAddress: z.optional(z.string()),
      postalCode: z.optional(z.string()),
    }),
  }),
});

/** `reveal` answers with the key; the other two mail it. */
export const licenceKey = define({
  method: "POST",
  path: "/api/licence-key",
  authentication: "id-token",
  recentPassword: true,
  body: z.strictObject({ operation: z.enum(["reveal", "resend", "reissue"]) }),
  response: z.object({ result: z.object({ licenceKey: z.optional(z.string()) }) }),
});

/** Newest first. `cursor`: `nextCursor` of the page before. `passwordChangedAt` on the first page. Times in ISO 8601. */
export const activity = define({
  method: "GET",
  path: "/api/activity",
  authentication: "id-token",
  query: z.strictObject({
    cursor: z.optional(z.string().check(z.maxLength(256), z.regex(/^[\w-]+$/))),
  }),
  response: z.object({
    result: z.object({
      events: z.array(
        z.object({
          id: z.string(),
          at: z.string(),
          /** `ActivityKind`, or one that is newer than the site. */
          kind: z.string(),
          ip: z.optional(z.string()),
          browser: z.optional(z.string()),
          version: z.optional(z.string()),
        }),
      ),
      nextCursor: z.optional(z.string()),
      passwordChangedAt: z.optional(z.string()),
    }),
  }),
});

/**
 * The caller's passkeys, oldest first, by the access token of the same account. What was added or removed since the last call is
 * written to the account's history and mailed to the customer. Times in ISO 8601.
 */
export const passkeys = define({
  method: "POST",
  path: "/api/passkeys",
  authentication: "id-token",
  body: z.strictObject({ access_token: z.string().check(z.minLength(1), z.maxLength(4096)) }),
  response: z.object({
    result: z.object({
      passkeys: z.array(
        z.object({
          id: z.string(),
          /** Cognito's, e.g. of the password manager that keeps it. */
          name: z.string(),
          createdAt: z.string(),
          lastUsedAt: z.optional(z.string()),
        }),
      ),
    }),
  }),
});
export type Passkey = ResponseOf<typeof passkeys>["result"]["passkeys"][number];

/**
 * `begin`, right after signing in: adds the caller's address to the sign-in. Around a password change: `prepare-end` before it,
 * `cancel-end` with the id that this returned when the password was not changed, `end` when it was. `end` ends every session; the
 * reconciler repeats what fails, and ends them two minutes after a `prepare-end` that nothing followed.
 */
export const sessions = define({
  method: "POST",
  path: "/api/sessions",
  authentication: "id-token",
  body: z.discriminatedUnion("operation", [
    z.strictObject({ operation: z.enum(["begin", "prepare-end", "end"]) }),
    z.strictObject({ operation: z.literal("cancel-end"), id: z.int() }),
  ]),
  response: z.object({ result: z.object({ ended: z.boolean(), id: z.optional(z.int()) }) }),
});

/**
 * Ends service information for whoever the token was made for; with `resubscribe` begins it again. One-click of RFC 8058; its
 * form body says nothing more.
 */
export const unsubscribe = define({
  method: "POST",
  path: "/api/unsubscribe",
  authentication: "none",
  query: z.strictObject({ token: identifier, resubscribe: z.optional(z.literal("true")) }),
  response: z.object({ result: z.object({ subscribed: z.boolean() }) }),
});

/** The same address opened in a browser: leads to the page that asks first. */
export const unsubscribeLink = define({
  method: "GET",
  path: "/api/unsubscribe",
  authentication: "none",
  query: z.strictObject({ token: identifier }),
  response: z.object({ location: z.string() }),
  redirects: true,
});

/** Everything that the portal holds of the customer: a zip file, in base64. */
export const exportData = define({
  method: "POST",
  path: "/api/export",
  authentication: "id-token",
  recentPassword: true,
  response: z.object({ result: z.object({ fileName: z.string(), zip: z.string() }) }),
});

/** Closes the account; it is erased 30 days later, `eraseAt` in ISO 8601. 409 `open_invoice` while something is owed. */
export const account = define({
  method: "POST",
  path: "/api/account",
  authentication: "id-token",
  recentPassword: true,
  body: z.strictObject({ operation: z.literal("close") }),
  response: z.object({ result: z.object({ eraseAt: z.string() }) }),
});

export const stripeWebhook = define({
  method: "POST",
  path: "/api/stripe/webhook",
  authentication: "stripe-signature",
  response: z.object({ received: z.literal(true) }),
});

export const health = define({
  method: "GET",
  path: "/api/health",
  authentication: "none",
  response: z.object({ status: z.literal("ok"), version: z.string() }),
});

/** By the name of its function. */
export const endpoints = {
  "get-user": getUser,
  "post-user": postUser,
  "download-file": downloadFile,
  releases,
  "checkout-session": checkoutSession,
  "setup-session": setupSession,
  subscription,
  "get-contract": getContract,
  "post-contract": postContract,
  "voice-provider-check": voiceProviderCheck,
  verify,
  "sign-up": signUp,
  "corporate-number": corporateNumber,
  "licence-key": licenceKey,
  activity,
  passkeys,
  sessions,
  account,
  export: exportData,
  unsubscribe,
  "unsubscribe-link": unsubscribeLink,
  "stripe-webhook": stripeWebhook,
  health,
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof endpoints;
export type QueryOf<E extends Endpoint> = E extends { query: infer Q extends z.ZodMiniType }
  ? z.output<Q>
  : undefined;
export type BodyOf<E extends Endpoint> = E extends { body: infer B extends z.ZodMiniType }
  ? z.output<B>
  : undefined;
export type ResponseOf<E extends Endpoint> = z.output<E["response"]>;
