import type { Context, ScheduledEvent } from "aws-lambda";
import { log, withLogFields } from "../runtime/log.ts";
import { measureBacklog } from "./reconcile/backlog.ts";
import { settleCheckouts } from "./reconcile/checkouts.ts";
import { syncCustomers } from "./reconcile/customers.ts";
import { syncEmails } from "./reconcile/emails.ts";
import { type Mails, sendMails } from "./reconcile/mails.ts";
import { runPendingChecks } from "./reconcile/pending-checks.ts";
import { endRemainingSessions } from "./reconcile/sessions.ts";

/**
 * Finishes what others began: sends mail, ends sessions, finds e-mail changes that never reached the record, syncs customers to Stripe, and
 * asks it about checkouts, cards and unpaid invoices. The kinds run side by side, so that none waits for another; any number
 * of runs at once do each thing once.
 */
export const handler = (
  _: ScheduledEvent,
  { awsRequestId: requestId, functionName }: Context,
): Promise<Mails> =>
  withLogFields({ requestId, function: functionName }, async () => {
    const audit = { requestId };
    const running = [
      sendMails(),
      endRemainingSessions(),
      syncEmails(audit),
      syncCustomers(),
      settleCheckouts(audit),
      runPendingChecks(audit),
    ] as const;
    // One kind that fails must not end the run while the others are at work.
    await Promise.allSettled(running);
    const [mails, sessions, emails, customers, checkouts, watched] = await Promise.all(running);
    await measureBacklog();
    log("info", "reconciled", { ...mails, sessions, emails, customers, checkouts, watched });
    return mails;
  });
