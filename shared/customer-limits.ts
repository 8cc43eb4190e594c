/**
 * The hourly limits of one customer for requests with a cost: above every real need, below the rate of a script. Counted in
 * `RATE#<name>#<sub>`; an erasure deletes the counters. Those by one sign-in have its hash instead, and expire.
 */
export const customerLimits = {
  /** Changes of the profile. */
  CHANGE: 60,
  /** Pages to pay on: each asks Stripe two or three times. */
  CHECKOUT: 60,
  CLOSE: 10,
  /** Looks at what Vonage says about credentials: limits guessing of them. */
  CONNECTION_CHECK: 10,
  /** Changes of the contract. */
  CONTRACT: 30,
  /** A screen asks every ten seconds while a payment is late, in two tabs perhaps, and more often while it waits for one. */
  CONTRACT_READ: 1000,
  /** Tickets for codes to another e-mail address, by one sign-in. */
  EMAIL_TICKETS: 20,
  EXPORT: 5,
  /** Lists of a year's invoices. */
  INVOICES: 120,
  /** Keys that a customer checks at Vonage: limits guessing of them. */
  KEY_CHECK: 10,
  /** Mails with the licence key. */
  KEY_MAIL: 5,
  /** Mails about a new browser: of a day. */
  NEW_BROWSER: 5,
  /** Payments by invoice, and looks at one by card. */
  PAYMENT: 120,
  QUOTES: 20,
  QUOTE_PDF: 60,
  /** Looks at the licence key: of a day. */
  REVEAL: 10,
  /** Writes of secrets, which KMS encrypts. */
  SECRETS: 20,
  /** Ends of all sessions at once, by one sign-in: those that follow are the reconciler's. */
  SESSIONS: 20,
  /** Pages to leave a card on. */
  SETUP_SESSION: 10,
  /** Reads, by one sign-in. */
  SIGN_IN_METHODS: 60,
  UNSUBSCRIBE: 20,
} as const;

export type CustomerLimit = keyof typeof customerLimits;
export const customerLimitNames = Object.keys(customerLimits) as CustomerLimit[];
