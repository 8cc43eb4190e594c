import type { Context, ScheduledEvent } from "aws-lambda";
import { licenceKeyMail } from "./mails/licence-key-mail.ts";
import { billingMail } from "./payments/billing-mail.ts";
import { settleCheckout } from "./payments/settle.ts";
import { environment } from "./runtime/environment.ts";
import { errorFields, log, withLogFields } from "./runtime/log.ts";
import { checkoutsUnderWay } from "./services/checkout-table.ts";
import { readCustomer } from "./services/customer-table.ts";
import { open } from "./services/key-vault.ts";
import { type Mail, sendMail } from "./services/mailer.ts";
import { claim, type OutgoingMail, release, remove, unclaimedMail } from "./services/outbox.ts";

/** What one run takes on; the next one, minutes later, goes on from there. */
const mostMails = 25;
const mostCheckouts = 25;

/** Of the mails. */
export interface Outcome {
  sent: number;
  failed: number;
}

/**
 * Does what whoever began it could not finish: asks Stripe about checkouts that are under way, and sends mail. Any number
 * of runs at once do each thing once.
 */
export const handler = (
  _: ScheduledEvent,
  { awsRequestId: requestId, functionName }: Context,
): Promise<Outcome> =>
  withLogFields({ requestId, function: functionName }, async () => {
    // Mail first: while Stripe does not answer, asking about every checkout may take all the time there is.
    const outcome = await sendMails();
    const checkouts = await settleCheckouts(requestId);
    log("info", "reconciled", { ...outcome, checkouts });
    return outcome;
  });

/** Returns how many were looked at. */
async function settleCheckouts(invocationId: string): Promise<number> {
  const customers = await checkoutsUnderWay(mostCheckouts);
  for (const customer of customers) {
    // Whatever is wrong with one checkout must not hold up the others.
    await settleCheckout(customer, { invocationId }).catch((error: unknown) =>
      log("error", "checkout could not be settled", { customer, ...errorFields(error) }),
    );
  }
  return customers.length;
}

async function sendMails(): Promise<Outcome> {
  const outcome = { sent: 0, failed: 0 };
  for await (const mail of unclaimedMail()) {
    if (!(await claim(mail))) continue;
    outcome[await deliver(mail)] += 1;
    if (outcome.sent + outcome.failed >= mostMails) break;
  }
  return outcome;
}

/** Whatever is wrong with one mail must not hold up the others. */
async function deliver(mail: OutgoingMail): Promise<keyof Outcome> {
  try {
    await sendMail(mail.to, await textOf(mail));
    await remove(mail);
    return "sent";
  } catch (error) {
    const { customer, attempts } = mail;
    log("error", "mail could not be sent", { customer, attempts, ...errorFields(error) });
    await release(mail, attempts + 1).catch((later: unknown) =>
      log("warn", "its lease has to run out first", errorFields(later)),
    );
    return "failed";
  }
}

async function textOf(mail: OutgoingMail): Promise<Mail> {
  const { customer } = mail;
  const profile = await readCustomer(customer);
  if (!profile) throw new Error(`outbox names a customer without a profile: ${customer}`);
  if (mail.template !== "licence-key") return billingMail(profile, mail);
  // The very key that the sign-up made, never a new one.
  const licenceKey = await open(mail.sealedLicenceKey, { customer, field: "licenceKey" });
  return licenceKeyMail(profile, licenceKey, environment("SITE_URL"));
}
