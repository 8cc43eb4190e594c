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
  /** Started checkouts, by card or by invoice. */
  Checkouts: "Count",
  /** Changes from trial to standard, in all and by function. */
  Fulfilments: "Count",
  /** Payments that name a customer, but that the portal did not request. */
  UnexpectedPayments: "Count",
  /** Payments that were refunded, disputed, or never made. */
  PaymentsLost: "Count",
  /** Refunds that have waited for their payer for 40 days, or failed. */
  RefundsWaiting: "Count",
  /** Tasks that failed; the reconciler repeats them. */
  TasksFailed: "Count",
  /** Mails, and other tasks, that became dead letters. */
  MailsDeadLettered: "Count",
  TasksDeadLettered: "Count",
  /** Sign-ins that are missing in their account's activities. */
  SignInsUnrecorded: "Count",
  /** Stripe events with a valid signature. */
  Webhooks: "Count",
  /** Stripe events about an object that was deleted at Stripe. */
  EventsWithoutObject: "Count",
  /** Complete exports of the user pool's accounts. */
  UserExports: "Count",
  /** Checks of an account whose verified address has no ticket of a session with a recent password. */
  UnpreparedEmails: "Count",
  /** Contracts whose account is deleted. */
  ProfilesWithoutAccount: "Count",
  /** Customers whose profile is missing although other data names them. */
  ProfilesMissing: "Count",
  /** Accounts whose deletion waits for an operator: too many in one run. */
  DeletionsHeld: "Count",
  /** Checks of a provider's key and settings that failed. */
  ProviderChecksFailed: "Count",
  /** Addresses that a topic of the alarms does not reach. */
  AlarmAddressesMissing: "Count",
  /** 1 if SES sends no mail of this account, else 0. */
  MailPaused: "Count",
  /** Used share of SES's 24-hour quota. */
  MailQuotaUsed: "Percent",
  /** Age of a Stripe event when its webhook arrives. */
  WebhookAge: "Seconds",
  /** Age of the oldest mail in the outbox; 0 if empty. */
  OutboxAge: "Seconds",
  /** Time since the last complete look at all accounts and rows began. */
  AccountsAge: "Seconds",
  /** Time since the last complete pass over all cards began. */
  ExpiringCardsAge: "Seconds",
  /** Time since the last complete pass over events that Stripe could not deliver began. */
  UndeliveredEventsAge: "Seconds",
  /** Age of the oldest pending checkout; 0 if none. */
  CheckoutAge: "Seconds",
} as const;
export type MetricName = keyof typeof metricUnits;

/**
 * Metrics that alarms compare. CloudWatch cannot compare a metric without data, so the reconciler publishes a
 * 0 at every run.
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
