/** CloudWatch metrics of the functions, with their units. docs/operate.md has their alarms. */
export const metricUnits = {
  SignUps: "Count",
  /** Sign-ups that the trigger refused: a wrong login ID, or too many codes for that address. */
  SignUpsRefused: "Count",
  /** Mailed codes that the trigger refused: too many for that account, or a new address without a ticket. */
  CodesRefused: "Count",
  /** Mailed codes that the triggers let through. */
  CodeMails: "Count",
  /** Mails with the login IDs of an address that were sent. */
  LoginIdMails: "Count",
  /** Requests for login IDs that were refused: too many for that address, or from that network. */
  LoginIdsRefused: "Count",
  SmsSent: "Count",
  SmsVerified: "Count",
  /** Checkouts that began, by card or by invoice. */
  Checkouts: "Count",
  /** Changes from trial to standard, in all and by function. */
  Fulfilments: "Count",
  /** Payments that name a customer and that the portal did not ask for. */
  UnexpectedPayments: "Count",
  /** Refunded, disputed, or never paid. */
  PaymentsLost: "Count",
  /** Refunds that wait for their payer for 40 days, or that came to nothing. */
  RefundsWaiting: "Count",
  /** Tasks that failed; the reconciler repeats them. */
  TasksFailed: "Count",
  /** Mails, and other tasks, that cannot succeed. */
  MailsDeadLettered: "Count",
  TasksDeadLettered: "Count",
  /** Sign-ins that are missing in their account's activity. */
  SignInsUnrecorded: "Count",
  /** Stripe events with a valid signature. */
  Webhooks: "Count",
  /** Stripe events about an object that was deleted at Stripe. */
  EventsWithoutObject: "Count",
  /** Complete exports of the user pool's accounts. */
  UserExports: "Count",
  /** Looks at an account whose address the user pool verified, and that no session with a recent password prepared. */
  UnpreparedEmails: "Count",
  /** Contracts whose owner's account is gone. */
  ProfilesWithoutAccount: "Count",
  /** Customers whose profile is missing although other data knows them. */
  ProfilesMissing: "Count",
  /** Accounts whose deletion waits for an operator: too many in one run. */
  DeletionsHeld: "Count",
  /** Checks of a provider's key and settings that failed. */
  ProviderChecksFailed: "Count",
  /** Addresses that a topic of the alarms does not reach. */
  AlarmAddressesMissing: "Count",
  /** 1 when SES sends no mail of this account, else 0. */
  MailPaused: "Count",
  /** Share of the mails that SES lets the account send in 24 hours. */
  MailQuotaUsed: "Percent",
  /** Age of a Stripe event when its webhook arrives. */
  WebhookAge: "Seconds",
  /** Age of the oldest mail in the outbox; 0 if empty. */
  OutboxAge: "Seconds",
  /** Time since which every account and every row was looked at. */
  AccountsAge: "Seconds",
  /** Time since which every card was looked at. */
  ExpiringCardsAge: "Seconds",
  /** Time since which every event that Stripe could not deliver was looked at. */
  UndeliveredEventsAge: "Seconds",
  /** Age of the oldest pending checkout; 0 if none. */
  CheckoutAge: "Seconds",
} as const;
export type MetricName = keyof typeof metricUnits;

/**
 * Metrics that alarms compare. CloudWatch cannot compare a metric without data, so the reconciler publishes a 0 at every
 * run.
 */
export const comparedMetrics = [
  "Checkouts",
  "CodesRefused",
  "SignUpsRefused",
  "SmsSent",
  "SmsVerified",
  "Webhooks",
] as const;

/** Dimension of `Fulfilments`: the function. */
export const sourceDimension = "Source";
