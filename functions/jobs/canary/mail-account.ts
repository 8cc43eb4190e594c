import { GetAccountCommand } from "@aws-sdk/client-sesv2";
import { ses } from "#functions/platform/aws-clients.ts";
import { errorFields, log } from "#functions/runtime/log.ts";
import { countMetric, measurePercent } from "#functions/runtime/metrics.ts";

/**
 * Publishes how much of SES's quota for 24 hours is used, and whether SES sends at all: SES has no metric for either. A failure
 * of this look is no failure of the canary.
 */
export async function measureMailAccount(): Promise<void> {
  try {
    const { SendQuota, SendingEnabled, EnforcementStatus } = await ses().send(new GetAccountCommand({}));
    const { SentLast24Hours = 0, Max24HourSend = 0 } = SendQuota ?? {};
    // SES says -1 for a quota without an end.
    measurePercent("MailQuotaUsed", Max24HourSend > 0 ? (100 * SentLast24Hours) / Max24HourSend : 0);
    countMetric("MailPaused", SendingEnabled === false || EnforcementStatus === "SHUTDOWN" ? 1 : 0);
  } catch (error) {
    log("error", "mail account not read", errorFields(error));
  }
}
