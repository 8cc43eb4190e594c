/** Licence key, activities, sign-in methods, sessions, export and closing. */
import * as z from "zod/mini";
import { fields } from "../fields.ts";
import { define, type ResponseOf } from "./endpoint.ts";

/** `reveal` returns the key; `resend` and `reissue` mail it. */
export const licenceKey = define({
  method: "POST",
  path: "/api/licence-key",
  authentication: "id-token",
  recentPassword: true,
  body: z.strictObject({ operation: z.enum(["reveal", "resend", "reissue"]) }),
  response: z.object({ result: z.object({ licenceKey: z.optional(z.string()) }) }),
});

/**
 * The account's activities, newest first. `cursor`: `nextCursor` of the page before. `passwordChangedAt` on
 * the first page. Times in ISO 8601.
 */
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
 * The caller's passkeys, oldest first, whether the authenticator app is on, and the trusted browsers, by the
 * access token of the same account. A passkey or app that was added, removed or switched since the last call
 * becomes an activity and is mailed to the customer. Times in ISO 8601.
 */
export const signInMethods = define({
  method: "POST",
  path: "/api/sign-in-methods",
  readsOnly: true,
  authentication: "id-token",
  body: z.strictObject({ access_token: z.string().check(z.minLength(1), z.maxLength(4096)) }),
  response: z.object({
    result: z.object({
      passkeys: z.array(
        z.object({
          id: z.string(),
          /** Cognito's name, e.g. of the password manager that stores the passkey. */
          name: z.string(),
          createdAt: z.string(),
          lastUsedAt: z.optional(z.string()),
        }),
      ),
      hasAuthenticator: z.boolean(),
      /** Trusted browsers, the last used first: they do not need the authenticator app's code. */
      browsers: z.array(
        z.object({
          /** Cognito's device key. */
          id: z.string(),
          name: z.string(),
          lastUsedAt: z.optional(z.string()),
        }),
      ),
    }),
  }),
});
export type SignInMethods = ResponseOf<typeof signInMethods>["result"];
export type Passkey = ResponseOf<typeof signInMethods>["result"]["passkeys"][number];

/**
 * `begin`, right after signing in: adds the caller's IP address to the sign-in. Around a password change:
 * `prepare-end` before it; `cancel-end`, with the id that `prepare-end` returned, if the password was not
 * changed; `end` if it was. `end` ends every session; the reconciler repeats a failure, and ends the sessions
 * two minutes after a `prepare-end` that neither `cancel-end` nor `end` follows. `sign-out` ends every
 * session without a password change; an earlier password entry no longer counts as recent.
 */
export const sessions = define({
  method: "POST",
  path: "/api/sessions",
  authentication: "id-token",
  body: z.discriminatedUnion("operation", [
    z.strictObject({ operation: z.enum(["begin", "prepare-end", "end", "sign-out"]) }),
    z.strictObject({ operation: z.literal("cancel-end"), id: z.int() }),
  ]),
  response: z.object({ result: z.object({ ended: z.boolean(), id: z.optional(z.int()) }) }),
});

/** All data that the portal stores about the customer: a zip file, in base64. */
export const exportData = define({
  method: "POST",
  path: "/api/export",
  authentication: "id-token",
  recentPassword: true,
  response: z.object({ result: z.object({ fileName: z.string(), zip: z.string() }) }),
});

/**
 * `close` closes the account, which is erased 30 days later: `eraseAt` in ISO 8601. 409 `open_invoice` while
 * an invoice is unpaid, 409 if the plan is no longer `plan`, which the screen showed. Idempotent.
 * `prepare-email-change` returns a ticket for one code to that address. The browser passes it to Cognito
 * within two minutes, as `ticket` in the metadata of `UpdateUserAttributes`; `custom-message` sends no code
 * without one. Otherwise a stolen session could move the address, and with it the password.
 */
export const account = define({
  method: "POST",
  path: "/api/account",
  authentication: "id-token",
  servesClosed: true,
  recentPassword: true,
  body: z.discriminatedUnion("operation", [
    z.strictObject({ operation: z.literal("close"), plan: z.optional(z.string()) }),
    z.strictObject({ operation: z.literal("prepare-email-change"), email: fields.email }),
  ]),
  response: z.object({
    result: z.object({ eraseAt: z.optional(z.string()), ticket: z.optional(z.string()) }),
  }),
});
