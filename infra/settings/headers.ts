/** Response headers of the site, for CloudFront and the local edge alike. */

/** The hash of the empty string: emotion fills an empty style element through the CSSOM. */
const emptyStyle = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";

/** `connectTo` lists the origins beside our own that the browser may call: the user pool's. */
export function contentSecurityPolicy(connectTo: readonly string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' ${emptyStyle}`,
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src ${["'self'", ...connectTo].join(" ")}`,
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

export const securityHeaders = {
  "strict-transport-security": "max-age=63072000; includeSubDomains",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=()",
  "cross-origin-opener-policy": "same-origin",
} as const;

/** Assets carry a hash in their names; every other file is asked for again; what the API says is of one person. */
export const cacheControl = {
  assets: "public, max-age=31536000, immutable",
  documents: "no-cache",
  api: "no-store",
} as const;
