/**
 * Constants of specification section 9 that more than one place needs. docs/data.md, "Limits of length", has
 * the providers'.
 */
export const limits = {
  passwordMinLength: 10,
  /** Cognito's upper bound. */
  passwordMaxLength: 256,
  loginIdMaxLength: 128,
  apiKeyLength: 8,
  applicationIdLength: 36,
  applicationIdHyphens: 4,
  apiSecretMinLength: 8,
  apiSecretMaxLength: 25,
  basicUserNameMaxLength: 127,
  basicPasswordMinLength: 5,
  basicPasswordMaxLength: 64,
  /** Cognito finds an account by `email = "..."`, a filter of at most 256 characters. RFC 5321 allows 254. */
  emailMaxLength: 246,
  textMaxLength: 255,
  urlMaxLength: 2048,
  codeMaxLength: 10,
  /** A 4096-bit RSA key in PEM is less than half of this. */
  privateKeyMaxBytes: 8192,
  rsaKeyMinBits: 2048,
  rsaKeyMaxBits: 4096,
  smsCodeMinutes: 15,
  /** Hours from the last code to the deletion of an unconfirmed account, and the code's lifetime. */
  unconfirmedHours: 24,
  /** Seconds between two codes to one number or address. */
  sendAgainSeconds: 60,
  /** Seconds from an SMS until a voice call is possible. */
  callAfterSmsSeconds: 30,
  /** Digits of the codes by SMS and by mail, and of an authenticator app. */
  codeDigits: 6,
  uuidLength: 15,
  /** The maximum age of the password entry, for an endpoint with `recentPassword`. */
  recentPasswordSeconds: 600,
  /** Days from a sign-in to the end of its session. */
  sessionDays: 30,
  /** Days without a sign-in after which a browser is no longer trusted. */
  trustedBrowserDays: 180,
  requestBodyBytes: 256 * 1024,
  /** A line of a quote, which wraps it, and a field of an invoice, where Stripe's limit is 140. */
  documentTextMaxLength: 100,
  ccAddresses: 3,
  /** Stripe's limit of a value of metadata. */
  ccAddressesMaxLength: 500,
  quoteMaxMonths: 12,
  quoteValidDays: 30,
  noticeTextMaxLength: 140,
  /**
   * Seconds for which the edge caches notices, and between two requests of a screen: together within a
   * minute.
   */
  noticeSeconds: 30,
} as const;

export const defaultDownloadVersion = "1.0.0";

/** Mask of a stored secret in a response; in a request it means unchanged. */
export const secretMask = "********";
