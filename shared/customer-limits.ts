/**
 * Hourly limits of one customer for costly requests: above every real need, below the rate of a script.
 * Counted in `RATE#<name>#<sub>`, which an erasure deletes. Limits of one sign-in have its hash instead of
 * the `sub`, and expire.
 */
export const customerLimits = {
  /** Changes of the profile. */
  CHANGE: 60,
  /** Payment pages; each takes two or three calls to Stripe. */
  CHECKOUT: 60,
  CLOSE: 10,
  /** Connection checks at Vonage: limits guessing of credentials. */
  CONNECTION_CHECK: 10,
  /** Changes of the contract. */
  CONTRACT: 30,
  /**
   * Reads of the contract: a screen reads it every ten seconds while a payment is late, perhaps in two tabs,
   * and more often while it waits for a payment.
   */
  CONTRACT_READ: 1000,
  /** Tickets for codes to another e-mail address, by one sign-in. */
  EMAIL_TICKETS: 20,
  EXPORT: 5,
  /** Lists of a year's invoices. */
  INVOICES: 120,
  /** Checks of keys at Vonage: limits guessing of keys. */
  KEY_CHECK: 10,
  /** Mails with the licence key. */
  KEY_MAIL: 5,
  /** Mails about a new browser, in a day. */
  NEW_BROWSER: 5,
  /** Payments by invoice, and checks of a payment by card. */
  PAYMENT: 120,
  QUOTES: 20,
  QUOTE_PDF: 60,
  /** Displays of the licence key, in a day. */
  REVEAL: 10,
  /** Writes of secrets, which KMS encrypts. */
  SECRETS: 20,
  /** Ends of all sessions, by one sign-in; the reconciler does further ones. */
  SESSIONS: 20,
  /** Pages to save a card. */
  SETUP_SESSION: 10,
  /** Reads of the sign-in methods, by one sign-in. */
  SIGN_IN_METHODS: 60,
  UNSUBSCRIBE: 20,
} as const;

export type CustomerLimit = keyof typeof customerLimits;
export const customerLimitNames = Object.keys(customerLimits) as CustomerLimit[];
