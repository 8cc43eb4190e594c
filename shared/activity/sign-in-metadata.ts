/** The site's data about a sign-in for Cognito's triggers (`ClientMetadata`). It is not verified. */
import * as z from "zod/mini";

const browserIdPattern = /^[\da-f]{32}$/;

export const signInMetadata = z.object({
  /** The user agent. */
  browser: z.optional(z.string()),
  /** Random, from a cookie of this browser. */
  browserId: z.optional(z.catch(z.optional(z.string().check(z.regex(browserIdPattern))), undefined)),
  /** The passkey that was used, by its credential id. */
  passkey: z.optional(z.string().check(z.maxLength(2048))),
  /**
   * `confirmation`: the customer was signed in and confirmed a password or passkey. Missing for a sign-in.
   */
  purpose: z.optional(z.string()),
});
