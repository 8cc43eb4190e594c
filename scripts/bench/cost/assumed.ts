/** What nobody has measured: all of it stands here and nowhere else. */

export const assumed = {
  /** How long a provider lets a function wait, in milliseconds: here they answer at once. */
  milliseconds: { dynamodb: 5, kms: 10, ses: 80, secrets: 15, s3: 20, stripe: 400, vonage: 400, cognito: 30 },
  /** Bytes that a call leaves in logs: our line, Lambda's three, the API's one. */
  logBytes: 1300,
  /** Codes that are sent for one that is entered. */
  smsPerVerification: 1.2,
  /** Bytes of a customer in the table, audit rows and sealed secrets included. */
  customerBytes: 10_000,
  /** Of plugin, template or manual. */
  downloadMegabytes: 5,
  /** In a month of somebody who is active. */
  visits: 2,
  menusPerVisit: 3,
  downloads: 0.5,
  /** Events that Stripe sends about one payment. */
  webhooks: 4,
  /** Milliseconds and read units of one run on the clock. */
  scheduledMilliseconds: 1500,
  scheduledReads: 6,
} as const;

/** Of all customers, in a month. */
export const shares = { active: 0.4, signingUp: 0.05, upgrading: 0.02, paying: 0.3 } as const;
/** How much busier the busiest second is than the average of the working hours, and the busiest day than the average. */
export const peaks = { second: 5, day: 3 } as const;
