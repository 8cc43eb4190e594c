/** The alarms, as plain data. docs/operate.md has a section for each name: what it means and what to do. */
import { type EnvironmentSettings, signUpMailsPerHour } from "../environment.ts";

type Runbook = "customers" | "deletions" | "mail" | "restore" | "rollback" | "sms" | "stop" | "stripe";

export interface AlarmSettings {
  /**
   * A metric by its name in `infra/constructs/monitoring/metrics.ts`, or a CloudWatch metric math expression over them.
   */
  metric: string;
  comparison?: ">=" | "<";
  threshold?: number;
  periodMinutes?: 1 | 5 | 15 | 60 | 360 | 1440;
  /** Consecutive periods that must breach the threshold. */
  evaluationPeriods?: number;
  /** In docs/runbooks, where one helps beyond docs/operate.md. */
  runbook?: Runbook;
  /** A period without data breaches too. Otherwise it does not. */
  missingDataBreaches?: true;
  /** Customers are turned away, or money or an account is at stake: wakes somebody. Others wait for a working day. */
  critical?: true;
}

/** Without the environment. The subject of the alarm's mail has it, and on-call services sort by it. */
export const alarmName = (name: string, { critical }: AlarmSettings): string =>
  `${critical ? "critical" : "warning"}-${name}`;

/** One event within five minutes. */
export const alarmDefaults = {
  comparison: ">=",
  threshold: 1,
  periodMinutes: 5,
  evaluationPeriods: 1,
} as const satisfies Partial<AlarmSettings>;

/** Below this share of verified codes, somebody is pumping numbers or carriers drop our SMS. */
const minimumConversion = 0.4;
/** A smaller sample says nothing. */
const minimumSms = 10;
const hour = 3600;

/** A trigger refuses by throwing, which Lambda counts as an error: a refusal must not trigger an alarm. */
const moreErrorsThan = (refused: string, errors: string): AlarmSettings => ({
  metric: `IF(${errors} > ${refused}, 1, 0)`,
  periodMinutes: 15,
});
/** `count`, scaled down to `requests` requests where there are more. */
const shareFrom = (requests: number, count: string, of: string): string =>
  `IF(FILL(${of}, 0) > ${requests}, ${requests} * ${count} / ${of}, ${count})`;
/** The sum of metrics that AWS publishes only above 0. */
const sumOf = (...metrics: string[]): string => metrics.map((name) => `FILL(${name}, 0)`).join(" + ");
/** Two periods of 15 minutes, in each of which `reconcile` and the canary run. */
const twoRuns = { periodMinutes: 15, evaluationPeriods: 2 } as const;
/** Lambda counts the errors of a run that succeeds as 0, so two periods without data had no run. */
const twoRunsFailOrMiss = { ...twoRuns, missingDataBreaches: true } as const;
/** A scheduled run did not come. */
const missing = { comparison: "<", missingDataBreaches: true } as const;
/** For 30 hours: a daily result comes some minutes earlier or later than the one before. */
const dayMissing = { ...missing, runbook: "restore", periodMinutes: 360, evaluationPeriods: 5 } as const;

/** In the portal's region. */
export const portalAlarms = (environment: EnvironmentSettings) =>
  ({
    /** Three in five minutes; from a thousand requests on, three of a thousand. */
    "api-errors": {
      critical: true,
      runbook: "rollback",
      metric: shareFrom(1000, "api5xx", "apiRequests"),
      threshold: 3,
    },
    "api-slow": { metric: "apiP95", threshold: 3000, evaluationPeriods: 3 },
    /** A few belong to a burst; more are customers who are turned away. */
    "api-throttled": { runbook: "stop", metric: "apiThrottled", threshold: 10 },
    "sign-in-throttled": {
      critical: true,
      runbook: "stop",
      metric: sumOf("signInThrottled", "signUpThrottled", "tokenRefreshThrottled"),
    },
    throttled: { critical: true, metric: "throttles" },
    "dead-letters": { metric: "deadLetters" },
    "pre-sign-up-fails": { critical: true, ...moreErrorsThan("signUpsRefused", "preSignUpErrors") },
    "post-confirmation-fails": { critical: true, metric: "postConfirmationErrors" },
    "sign-in-fails": { critical: true, metric: "postAuthenticationErrors" },
    "sign-in-unrecorded": { metric: "signInsUnrecorded" },
    "codes-not-sent": { critical: true, ...moreErrorsThan("codesRefused", "customMessageErrors") },
    /** A good run publishes it, never less than 0. Without it the alarms that compare metrics have no data either. */
    "reconcile-fails": { critical: true, ...missing, metric: "outboxAge", threshold: 0, periodMinutes: 60 },
    "retention-fails": { ...twoRunsFailOrMiss, metric: "retentionErrors", periodMinutes: 60 },
    "user-export-missing": { ...dayMissing, metric: "userExports" },
    /** A complete pass is due once a day. */
    "accounts-late": { ...twoRuns, metric: "accountsAge", threshold: 48 * hour },
    "expiring-cards-late": {
      runbook: "stripe",
      ...twoRuns,
      metric: "expiringCardsAge",
      threshold: 48 * hour,
    },
    /** Longer than the backlog of an outage. */
    "undelivered-events-late": {
      runbook: "stripe",
      ...twoRuns,
      metric: "undeliveredEventsAge",
      threshold: 6 * hour,
    },
    ...(environment.backups && { "backup-missing": { ...dayMissing, metric: "tableBackups" } }),
    ...(environment.backups?.copyTo && { "backup-copy-missing": { ...dayMissing, metric: "tableCopies" } }),
    "account-missing": { critical: true, metric: "profilesWithoutAccount" },
    "profile-missing": { critical: true, runbook: "deletions", metric: "profilesMissing" },
    "deletions-held": { runbook: "deletions", metric: "deletionsHeld" },
    "email-not-prepared": { critical: true, metric: "unpreparedEmails" },
    "canary-fails": { critical: true, ...twoRunsFailOrMiss, metric: "canaryErrors" },
    /** A provider's key or settings, which no deployment mends: they stop no deployment. */
    "provider-checks-fail": {
      critical: true,
      runbook: "stripe",
      ...twoRuns,
      metric: "providerChecksFailed",
    },
    /** The canary looks once a day. */
    "alarm-address-missing": { metric: "alarmAddressesMissing" },
    "sms-conversion-low": {
      runbook: "sms",
      metric: `IF(smsSent >= ${minimumSms} AND smsVerified < ${minimumConversion} * smsSent, 1, 0)`,
      periodMinutes: 360,
    },
    "sms-near-cap": {
      runbook: "sms",
      metric: "smsSent",
      threshold: Math.ceil(environment.smsDailyCap * 0.8),
      periodMinutes: 1440,
    },
    /** Sign-ups have the lower limit. */
    "code-mails-near-cap": {
      runbook: "stop",
      metric: "codeMails",
      threshold: Math.ceil(signUpMailsPerHour(environment) * 0.8),
      periodMinutes: 60,
    },
    /** Above the limit the mails wait. */
    "login-id-mails-near-cap": {
      metric: "loginIdMails",
      threshold: Math.ceil(environment.loginIdMailsPerHour * 0.8),
      periodMinutes: 60,
    },
    /** A person is refused a few times; more refusals are an attack on addresses or on a mailbox. */
    "login-ids-refused": { metric: "loginIdsRefused", threshold: 50, periodMinutes: 60 },
    "mail-waits": { runbook: "mail", ...twoRuns, metric: "outboxAge", threshold: hour },
    "mail-near-quota": { runbook: "mail", metric: "mailQuotaUsed", threshold: 80, periodMinutes: 15 },
    "mail-paused": { critical: true, runbook: "mail", metric: "mailPaused", periodMinutes: 15 },
    "mails-dead-lettered": { runbook: "customers", metric: "mailsDeadLettered" },
    /** SES puts an account under review from 5 % of bounces and 0.1 % of complaints on. */
    "mail-bounces": { runbook: "mail", metric: "mailBounces", threshold: 0.04, periodMinutes: 60 },
    "mail-complaints": { runbook: "mail", metric: "mailComplaints", threshold: 0.0008, periodMinutes: 60 },
    "checkout-waits": { runbook: "stripe", ...twoRuns, metric: "checkoutAge", threshold: hour },
    "tasks-dead-lettered": { critical: true, runbook: "customers", metric: "tasksDeadLettered" },
    /** In each quarter of an hour. */
    "tasks-failed-for-an-hour": { ...twoRuns, metric: "tasksFailed", evaluationPeriods: 4 },
    "webhook-silent": {
      critical: true,
      runbook: "stripe",
      metric: "IF(checkouts > 0 AND webhooks < 1, 1, 0)",
      periodMinutes: 360,
      evaluationPeriods: 2,
    },
    "webhook-late": { runbook: "stripe", metric: "webhookAge", threshold: hour },
    "unexpected-payment": { critical: true, runbook: "stripe", metric: "unexpectedPayments" },
    "payment-lost": { critical: true, runbook: "stripe", metric: "paymentsLost" },
    "refund-waits": { runbook: "stripe", metric: "refundsWaiting" },
  }) as const satisfies Record<string, AlarmSettings>;

/** They stop a deployment while calls move to the new versions (`rollout`), and send no mail: the deployment fails. */
export const rolloutAlarms = {
  /**
   * One failed answer of a provider stops no deployment, nor does less than 1 % of the answers. Without the other
   * two triggers, whose refusals are errors.
   */
  "new-version-fails": {
    runbook: "rollback",
    metric: `${shareFrom(200, "FILL(api5xx, 0)", "apiRequests")} + ${sumOf("postConfirmationErrors", "postAuthenticationErrors")} + 2 * FILL(canaryErrors, 0)`,
    threshold: 2,
    periodMinutes: 1,
  },
} as const satisfies Record<string, AlarmSettings>;

/**
 * 30 days to try the next version. AWS publishes the metric while the rules see requests; an alarm on a query reads
 * three hours of it.
 */
const expiring = { comparison: "<", threshold: 30, periodMinutes: 60 } as const;

/** In us-east-1. */
export const edgeAlarms = ({ domain, firewall, managedRuleVersions }: EnvironmentSettings) =>
  ({
    /** Percent of requests. A single failure of few requests is not worth a mail, 15 minutes of them are. */
    "cloudfront-errors": { critical: true, metric: "cloudFront5xxRate", threshold: 5, evaluationPeriods: 3 },
    /** ACM publishes the days every twelve hours, until the certificate has expired. */
    ...(domain && {
      "certificate-expires": {
        ...missing,
        metric: "certificateDaysToExpiry",
        threshold: 30,
        periodMinutes: 1440,
      },
    }),
    /** Fewer are a scanner; this many may be customers. */
    ...(firewall && {
      "firewall-blocks": { metric: "blockedByCommonRules", threshold: 100, periodMinutes: 15 },
      ...(managedRuleVersions?.AWSManagedRulesCommonRuleSet && {
        "common-rules-expire": { ...expiring, metric: "AWSManagedRulesCommonRuleSetDaysToExpiry" },
      }),
      ...(managedRuleVersions?.AWSManagedRulesKnownBadInputsRuleSet && {
        "known-bad-inputs-expire": {
          ...expiring,
          metric: "AWSManagedRulesKnownBadInputsRuleSetDaysToExpiry",
        },
      }),
    }),
  }) as const satisfies Record<string, AlarmSettings>;
