import { GetAccountCommand } from "@aws-sdk/client-sesv2";
import { ses } from "#functions/platform/aws-clients.ts";
import { errorFields, log } from "#functions/runtime/log.ts";
import { countMetric, measurePercent } from "#functions/runtime/metrics.ts";

/**
 * Publishes how much of SES's 24-hour quota is used, and whether SES sends mail: SES has no metric for
 * either. A failure here does not fail the canary.
 */
export async function measureMailAccount(): Promise<void> {
  try {
    const { SendQuota, SendingEnabled, EnforcementStatus } = await ses().send(new GetAccountCommand({}));
    const { SentLast24Hours = 0, Max24HourSend = 0 } = SendQuota ?? {};
    // SES returns -1 for an unlimited quota.
    measurePercent("MailQuotaUsed", Max24HourSend > 0 ? (100 * SentLast24Hours) / Max24HourSend : 0);
    countMetric("MailPaused", SendingEnabled === false || EnforcementStatus === "SHUTDOWN" ? 1 : 0);
  } catch (error) {
    log("error", "mail account not read", errorFields(error));
  }
}
