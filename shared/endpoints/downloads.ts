/** Files, their releases, and the mails about them. */
import * as z from "zod/mini";
import { define, identifier } from "./endpoint.ts";

export const fileTypes = ["plugin", "template", "manual"] as const;
export type FileType = (typeof fileTypes)[number];

/** As in semantic versioning, e.g. `1.2.3` or `1.3.0-beta.1`. */
export const releaseVersion = z.string().check(z.regex(/^\d[0-9A-Za-z.+-]{0,63}$/));

/**
 * A link to that version of the file, or to the current one. `url` is valid for five minutes; `size` in
 * bytes, `sha256` in hex, `publishedAt` in ISO 8601.
 */
export const downloadFile = define({
  method: "GET",
  path: "/api/download/file",
  authentication: "id-token",
  query: z.strictObject({
    file_type: z.enum(fileTypes),
    version: z.optional(releaseVersion),
    /**
     * The customer pressed the button of a link that the screen has already: the download becomes an
     * activity.
     */
    pressed: z.optional(z.literal("true")),
  }),
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
 * Every version that was published, newest first. `notes`: Markdown, of which paragraphs, lists, bold and
 * https links are used; empty if there are none. `withdrawn`: rolled back, and no longer available.
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
 * Unsubscribes from the mails that the token names: service information of a customer, or copies of the
 * customer's invoices to one recipient. With `resubscribe`, subscribes again. One-click of RFC 8058, whose
 * form body is ignored.
 */
export const unsubscribe = define({
  method: "POST",
  path: "/api/unsubscribe",
  authentication: "none",
  servesOtherSites: true,
  query: z.strictObject({ token: identifier, resubscribe: z.optional(z.literal("true")) }),
  response: z.object({ result: z.object({ subscribed: z.boolean() }) }),
});

/** The same URL opened in a browser: redirects to the page that asks first. */
export const unsubscribeLink = define({
  method: "GET",
  path: "/api/unsubscribe",
  authentication: "none",
  servesOtherSites: true,
  query: z.strictObject({ token: identifier }),
  response: z.object({ location: z.string() }),
  redirects: true,
});
