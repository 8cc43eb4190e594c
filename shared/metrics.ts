/** What the functions count and measure, by its name at CloudWatch, with its unit. What each is good for: docs/operate.md. */
export const metricUnits = {
  SignUps: "Count",
  SmsSent: "Count",
  SmsVerified: "Count",
  /** Begun, by card or by invoice. */
  Checkouts: "Count",
  /** From trial to standard, in all and by the function that found it out. */
  Fulfilments: "Count",
  /** Second payments that were given back. */
  SecondSubscriptions: "Count",
  /** Payments that name a customer and that the portal did not ask for. */
  UnexpectedPayments: "Count",
  /** Refunded, disputed, or never paid. */
  PaymentsLost: "Count",
  /** What the reconciler could not settle in one run. */
  TasksFailed: "Count",
  /** Events of Stripe's that were Stripe's. */
  Webhooks: "Count",
  /** How long ago what a webhook tells of happened. */
  WebhookAge: "Seconds",
  /** Of the oldest mail that still must go out; 0 when there is none. */
  OutboxAge: "Seconds",
  /** Of the oldest checkout that could not be settled; 0 when there is none. */
  CheckoutAge: "Seconds",
} as const;
export type MetricName = keyof typeof metricUnits;

/**
 * What alarms compare with each other. CloudWatch has nothing to compare while one of them was never told, so the
 * reconciler tells that there were none more at every run.
 */
export const comparedMetrics = ["Checkouts", "SmsSent", "SmsVerified", "Webhooks"] as const;

/** Dimension of `Fulfilments` that says which function it was. */
export const sourceDimension = "Source";
