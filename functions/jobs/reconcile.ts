import type { Context, ScheduledEvent } from "aws-lambda";
import { parsePendingEmailChange, pendingEmailChanges } from "#functions/account/email-change-table.ts";
import { endSessionsNow, parseSessionsToEnd, sessionsToEnd } from "#functions/account/sessions-to-end.ts";
import { syncEmail } from "#functions/account/sync-email.ts";
import { runPendingCheck } from "#functions/billing/pending-check.ts";
import { parsePendingCheck, pendingChecks } from "#functions/billing/pending-check-table.ts";
import { oldestMailAt } from "#functions/mail/outbox.ts";
import { leased } from "#functions/platform/lease.ts";
import { environment } from "#functions/runtime/environment.ts";
import { log, withContext } from "#functions/runtime/log.ts";
import { count, measureSeconds } from "#functions/runtime/metrics.ts";
import { comparedMetrics } from "#shared/metrics.ts";
import { settleCheckouts } from "./reconcile/checkouts.ts";
import { completeClosures } from "./reconcile/closures.ts";
import { syncCustomers } from "./reconcile/customers.ts";
import { type Mails, sendMails } from "./reconcile/mails.ts";
import { processRows } from "./reconcile/process-rows.ts";
import { handleUndeliveredEvents } from "./reconcile/undelivered-events.ts";

/** Ends sessions that remained after a password change. Returns how many accounts were tried. */
async function endRemainingSessions(): Promise<number> {
  const { tried } = await processRows({
    rows: sessionsToEnd(),
    parse: parseSessionsToEnd,
    rank: ({ attempts }) => attempts,
    settle: (row) => leased(row, () => endSessionsNow(environment("USER_POOL_ID"), row)),
    failure: "sessions were not ended",
  });
  return tried;
}

/** Runs the pending checks of Stripe's objects. Returns how many. */
async function runPendingChecks(): Promise<number> {
  const { tried } = await processRows({
    rows: pendingChecks(),
    parse: parsePendingCheck,
    rank: ({ checkedAt }) => checkedAt,
    settle: (check) => runPendingCheck(check),
    failure: "check object could not be checked",
  });
  return tried;
}

/** Copies e-mail changes that are missing in the record. Returns how many accounts were checked. */
async function syncEmails(): Promise<number> {
  const { tried } = await processRows({
    rows: pendingEmailChanges(),
    parse: parsePendingEmailChange,
    rank: ({ checkedAt }) => checkedAt,
    settle: (watch) => syncEmail(watch),
    failure: "e-mail change could not be followed",
  });
  return tried;
}

/** Metrics that every run publishes, for alarms. */
async function measureBacklog(): Promise<void> {
  for (const name of comparedMetrics) count(name, 0);
  const oldest = await oldestMailAt();
  measureSeconds("OutboxAge", oldest === undefined ? 0 : (Date.now() - oldest) / 1000);
}

/**
 * Completes unfinished work: sends mail, ends sessions, copies e-mail changes to the record, syncs customers to Stripe, settles
 * checkouts, checks cards and unpaid invoices, and handles events whose webhook was lost. The kinds run concurrently, and concurrent runs do each task once.
 */
export const handler = (
  _: ScheduledEvent,
  { awsRequestId: requestId, functionName }: Context,
): Promise<Mails> =>
  withContext({ requestId, function: functionName }, async () => {
    const running = [
      sendMails(),
      endRemainingSessions(),
      syncEmails(),
      syncCustomers(),
      settleCheckouts(),
      runPendingChecks(),
      completeClosures(),
      handleUndeliveredEvents(),
    ] as const;
    // If one kind fails, the others go on.
    await Promise.allSettled(running);
    const [mails, sessions, emails, customers, checkouts, watched, closures, events] =
      await Promise.all(running);
    await measureBacklog();
    const others = { sessions, emails, customers, checkouts, watched, closures, events };
    log("info", "reconciled", { ...mails, ...others });
    return mails;
  });
