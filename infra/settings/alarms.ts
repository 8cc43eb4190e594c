/** What is watched, as plain data. docs/operate.md has a section for each name: what it means and what to do. */

/** Minutes that one figure covers. */
type Minutes = 5 | 15 | 60 | 360 | 1440;

export interface Alarm {
  /** By the names in `infra/constructs/figures.ts`, or a formula over them. */
  figure: string;
  is: "at least" | "at most" | "below";
  threshold: number;
  over: Minutes;
  /** That many figures in a row. */
  times: number;
  /** No figure at all is a bad sign too. */
  silenceIsBad?: boolean;
}

/** Below this share of codes that come back, numbers are being pumped or carriers drop our SMS. */
const worstConversion = 0.4;
const fewSms = 10;
const anHour = 3600;

export const alarms = (smsDailyCap: number) =>
  ({
    "api-errors": { figure: "api5xx", is: "at least", threshold: 3, over: 5, times: 1 },
    "api-slow": { figure: "apiP95", is: "at least", threshold: 3000, over: 5, times: 3 },
    throttled: { figure: "throttles", is: "at least", threshold: 1, over: 5, times: 1 },
    "dead-letters": { figure: "deadLetters", is: "at least", threshold: 1, over: 5, times: 1 },
    "codes-not-sent": { figure: "customMessageErrors", is: "at least", threshold: 1, over: 5, times: 1 },
    "reconcile-fails": { figure: "reconcileErrors", is: "at least", threshold: 1, over: 15, times: 2 },
    "reconcile-silent": {
      figure: "reconcileRuns",
      is: "below",
      threshold: 1,
      over: 60,
      times: 1,
      silenceIsBad: true,
    },
    "canary-fails": { figure: "canaryErrors", is: "at least", threshold: 1, over: 15, times: 2 },
    "sms-conversion-low": {
      figure: `IF(smsSent >= ${fewSms} AND smsVerified < ${worstConversion} * smsSent, 1, 0)`,
      is: "at least",
      threshold: 1,
      over: 360,
      times: 1,
    },
    "sms-near-cap": {
      figure: "smsSent",
      is: "at least",
      threshold: Math.ceil(smsDailyCap * 0.8),
      over: 1440,
      times: 1,
    },
    "mail-waits": { figure: "outboxAge", is: "at least", threshold: anHour, over: 15, times: 2 },
    "checkout-waits": { figure: "checkoutAge", is: "at least", threshold: anHour, over: 15, times: 2 },
    /** The reconciler runs four times an hour. */
    "unsettled-for-an-hour": { figure: "unsettled", is: "at least", threshold: 1, over: 15, times: 4 },
    "webhook-silent": {
      figure: "IF(checkouts > 0 AND webhooks < 1, 1, 0)",
      is: "at least",
      threshold: 1,
      over: 360,
      times: 2,
    },
    "second-subscription": { figure: "secondSubscriptions", is: "at least", threshold: 1, over: 5, times: 1 },
  }) as const satisfies Record<string, Alarm>;
