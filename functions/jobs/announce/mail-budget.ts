/** The share of SES's rate and of its 24-hour quota for announcements. The rest is for urgent mail. */
import { setTimeout } from "node:timers/promises";
import { GetAccountCommand } from "@aws-sdk/client-sesv2";
import { ses } from "#functions/platform/aws-clients.ts";
import { numericEnvironment } from "#functions/runtime/environment.ts";

export interface MailBudget {
  /** Mails to send at once. */
  batch: number;
  /** Mails that may still be sent in this run. */
  left: number;
  /** Waits until the rate allows that many more mails. */
  waitFor(mails: number): Promise<void>;
  /** SES sends no mail of this account. */
  isPaused: boolean;
}

/** A mail costs two writes and a deletion; one partition of the table takes 1,000 units a second. */
const mostPerSecond = 100;

const systemClock = {
  now: () => performance.now(),
  sleep: (milliseconds: number): Promise<void> => setTimeout(milliseconds),
};

/**
 * Reads SES's limits. Its quota covers all mail of the last 24 hours: codes and other mail reduce the share
 * of announcements.
 */
export async function readMailBudget({ now, sleep } = systemClock): Promise<MailBudget> {
  const { SendQuota = {}, SendingEnabled, EnforcementStatus } = await ses().send(new GetAccountCommand({}));
  const { MaxSendRate = 1, Max24HourSend = 0, SentLast24Hours = 0 } = SendQuota;
  const share = numericEnvironment("ANNOUNCEMENT_MAIL_PERCENT") / 100;
  const perSecond = Math.min(MaxSendRate * share, mostPerSecond);
  let nextAt = 0;
  return {
    batch: Math.max(1, Math.floor(perSecond)),
    // SES returns -1 for an unlimited quota.
    left:
      Max24HourSend < 0
        ? Number.POSITIVE_INFINITY
        : Math.max(0, Math.floor(Max24HourSend * share - SentLast24Hours)),
    async waitFor(mails) {
      await sleep(Math.max(0, nextAt - now()));
      nextAt = now() + (1000 * mails) / perSecond;
    },
    isPaused: SendingEnabled === false || EnforcementStatus === "SHUTDOWN",
  };
}
