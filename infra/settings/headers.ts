/** Response headers of the site, for CloudFront and the local edge alike. */

/** The hash of the empty string: emotion fills an empty style element through the CSSOM. */
const emptyStyle = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";

interface Origins {
  script: readonly string[];
  connect: readonly string[];
  frame?: readonly string[];
  img?: readonly string[];
}

/** Third parties whose script the site may load if configured, with the origins from their own guides. */
const thirdParties = {
  /** https://docs.stripe.com/security/guide#content-security-policy */
  stripe: {
    script: ["https://js.stripe.com"],
    connect: ["https://api.stripe.com"],
    frame: ["https://js.stripe.com", "https://hooks.stripe.com"],
  },
  /** https://developers.google.com/tag-platform/security/guides/csp */
  tagManager: {
    script: ["https://www.googletagmanager.com"],
    connect: ["https://www.googletagmanager.com", "https://www.google-analytics.com"],
    img: ["https://www.googletagmanager.com", "https://www.google-analytics.com"],
  },
} satisfies Record<string, Origins>;
export type ThirdParty = keyof typeof thirdParties;

/** `connectTo` lists further origins that the browser may call: the user pool's. */
export function contentSecurityPolicy(
  connectTo: readonly string[],
  allowed: readonly ThirdParty[] = [],
): string {
  const origins: Origins[] = allowed.map((name) => thirdParties[name]);
  const of = (kind: keyof Origins) => origins.flatMap((each) => each[kind] ?? []);
  const frames = of("frame");
  return [
    "default-src 'none'",
    `script-src ${["'self'", ...of("script")].join(" ")}`,
    `style-src 'self' ${emptyStyle}`,
    `img-src ${["'self' data:", ...of("img")].join(" ")}`,
    "font-src 'self'",
    `connect-src ${["'self'", ...connectTo, ...of("connect")].join(" ")}`,
    ...(frames.length > 0 ? [`frame-src ${frames.join(" ")}`] : []),
    "manifest-src 'self'",
    "base-uri 'none'",
    // Scripts send every form. Without them an old browser would write a password into the address.
    "form-action 'none'",
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

/** Assets have a hash in their names; other files are revalidated; API responses are personal. */
export const cacheControl = {
  assets: "public, max-age=31536000, immutable",
  documents: "no-cache",
  api: "no-store",
} as const;
