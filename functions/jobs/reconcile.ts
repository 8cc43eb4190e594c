import type { Context, ScheduledEvent } from "aws-lambda";
import { log, withLogFields } from "../runtime/log.ts";
import { measureBacklog } from "./reconcile/backlog.ts";
import { settleCheckouts } from "./reconcile/checkouts.ts";
import { settleEmails } from "./reconcile/emails.ts";
import { type Mails, sendMails } from "./reconcile/mails.ts";
import { tellPayers } from "./reconcile/payers.ts";
import { endSessionsLeft } from "./reconcile/sessions.ts";

/**
 * Does what whoever began it could not finish: sends mail, finds e-mail changes that never reached the record, tells Stripe
 * what the record says, and asks it about checkouts that are under way. Any number of runs at once do each thing once.
 */
export const handler = (
  _: ScheduledEvent,
  { awsRequestId: requestId, functionName }: Context,
): Promise<Mails> =>
  withLogFields({ requestId, function: functionName }, async () => {
    const audit = { requestId };
    // Mail first: while Stripe does not answer, asking it may take all the time there is.
    const mails = await sendMails();
    const sessions = await endSessionsLeft();
    const emails = await settleEmails(audit);
    const payers = await tellPayers();
    const checkouts = await settleCheckouts(audit);
    await measureBacklog();
    log("info", "reconciled", { ...mails, sessions, emails, payers, checkouts });
    return mails;
  });
