/** Licence key, sign-ins, the customer's data and leaving. */
import * as z from "zod/mini";
import { fields } from "../fields.ts";
import { define, type ResponseOf } from "./endpoint.ts";

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
 * The caller's passkeys, oldest first, whether the authenticator app is on, and the trusted browsers, by the access token of the
 * same account. A passkey or app that was added, removed or switched since the last call is written to the account's history and
 * mailed to the customer. Times in ISO 8601.
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
          /** Cognito's, e.g. of the password manager that keeps it. */
          name: z.string(),
          createdAt: z.string(),
          lastUsedAt: z.optional(z.string()),
        }),
      ),
      hasAuthenticator: z.boolean(),
      /** Trusted ones, the last used first: in them the authenticator app's code is not asked for. */
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
 * `begin`, right after signing in: adds the caller's address to the sign-in. Around a password change: `prepare-end` before it,
 * `cancel-end` with the id that this returned when the password was not changed, `end` when it was. `end` ends every session; the
 * reconciler repeats what fails, and ends them two minutes after a `prepare-end` that nothing followed. `sign-out`: ends every session
 * without another password; what wants a recent password asks for it again from then on.
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

/** Everything that the portal holds of the customer: a zip file, in base64. */
export const exportData = define({
  method: "POST",
  path: "/api/export",
  authentication: "id-token",
  recentPassword: true,
  response: z.object({ result: z.object({ fileName: z.string(), zip: z.string() }) }),
});

/**
 * `close` closes the account; it is erased 30 days later, `eraseAt` in ISO 8601. 409 `open_invoice` while something is owed, 409 if the
 * plan is not `plan`, what the screen shows, any more. Idempotent.
 * `prepare-email-change` answers with a ticket for one code to that address. The browser hands it to Cognito within two minutes, as
 * `ticket` in the metadata of `UpdateUserAttributes`; `custom-message` sends no code without one. A stolen session could otherwise move
 * the address, and with it the password.
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
