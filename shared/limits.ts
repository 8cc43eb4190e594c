/** Constants of specification section 9 that more than one place needs. docs/data.md, "Limits of length", has the providers'. */
export const limits = {
  passwordMinLength: 10,
  /** Cognito's own upper bound. */
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
  /** An account whose address is not confirmed is deleted so long after its last code, which is valid for as long. */
  unconfirmedHours: 24,
  /** Between two codes to one number or address. */
  sendAgainSeconds: 60,
  /** After an SMS, until a voice call may bring its code. */
  callAfterSmsSeconds: 30,
  /** Of the codes by SMS and by mail, and of an authenticator app. */
  codeDigits: 6,
  uuidLength: 15,
  /** The maximum age of the password entry, for an endpoint with `recentPassword`. */
  recentPasswordSeconds: 600,
  /** A session ends so long after its sign-in. */
  sessionDays: 30,
  /** A browser without a sign-in for so long is not trusted any more. */
  trustedBrowserDays: 180,
  requestBodyBytes: 256 * 1024,
  /** A line of a quote, which breaks it, and a field of an invoice: Stripe's own limit is 140. */
  documentTextMaxLength: 100,
  ccAddresses: 3,
  /** Stripe's own for a value of metadata. */
  ccAddressesMaxLength: 500,
  quoteMaxMonths: 12,
  quoteValidDays: 30,
  noticeTextMaxLength: 140,
  /** The edge keeps the notices for so long, and a screen asks so often: together within a minute. */
  noticeSeconds: 30,
} as const;

export const defaultDownloadVersion = "1.0.0";

/** Mask of a stored secret in a response; in a request it means unchanged. */
export const secretMask = "********";
