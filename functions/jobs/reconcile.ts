import type { Context, ScheduledEvent } from "aws-lambda";
import { log, withContext } from "#functions/runtime/log.ts";
import { measureBacklog } from "./reconcile/backlog.ts";
import { settleCheckouts } from "./reconcile/checkouts.ts";
import { completeClosures } from "./reconcile/closures.ts";
import { syncCustomers } from "./reconcile/customers.ts";
import { syncEmails } from "./reconcile/emails.ts";
import { type Mails, sendMails } from "./reconcile/mails.ts";
import { runPendingChecks } from "./reconcile/pending-checks.ts";
import { endRemainingSessions } from "./reconcile/sessions.ts";
import { handleUndeliveredEvents } from "./reconcile/undelivered-events.ts";

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
