import {
  type Closure,
  markClosed,
  parseClosure,
  unleasedClosures,
} from "#functions/account/closing/closure-table.ts";
import { endAccount } from "#functions/account/closing/end-account.ts";
import { parsePendingEmailChange, pendingEmailChanges } from "#functions/account/email-change-table.ts";
import { endSessionsNow, parseSessionsToEnd, sessionsToEnd } from "#functions/account/sessions-to-end.ts";
import { syncEmail } from "#functions/account/sync-email.ts";
import { signedOut } from "#functions/activity/activity-table.ts";
import {
  isPending,
  parsePendingCheckout,
  pendingCheckouts,
  readCheckout,
} from "#functions/billing/checkout/checkout-table.ts";
import { settleCheckout } from "#functions/billing/checkout/settle.ts";
import {
  type CustomerSync,
  customersToSync,
  markSynced,
  parseCustomerSync,
} from "#functions/billing/customer/customer-sync-table.ts";
import { syncCustomer } from "#functions/billing/customer/sync-customer.ts";
import { runPendingCheck } from "#functions/billing/pending-check.ts";
import { parsePendingCheck, pendingChecks } from "#functions/billing/pending-check-table.ts";
import { StripeCallError } from "#functions/billing/stripe/failure.ts";
import { oldestMailAt } from "#functions/mail/outbox.ts";
import { leased, release } from "#functions/platform/lease.ts";
import { updateItem } from "#functions/platform/table.ts";
import { inContext } from "#functions/runtime/context.ts";
import { environment } from "#functions/runtime/environment.ts";
import { errorFields, log } from "#functions/runtime/log.ts";
import { count, measureSeconds } from "#functions/runtime/metrics.ts";
import { comparedMetrics } from "#shared/metrics.ts";
import { type Mails, sendMails } from "./reconcile/mails.ts";
import { processRows } from "./reconcile/process-rows.ts";
import { handleUndeliveredEvents } from "./reconcile/undelivered-events.ts";

/** Ends sessions that remained after a password change. */
const endRemainingSessions = () =>
  processRows({
    rows: sessionsToEnd(),
    parse: parseSessionsToEnd,
    rank: ({ attempts }) => attempts,
    settle: (row) =>
      leased(row, async () => {
        // The password of before is no recent one, also where the browser never said that it was changed.
        await updateItem(signedOut(row.sk));
        await endSessionsNow(environment("USER_POOL_ID"), row);
      }),
    failure: "sessions were not ended",
  });

/** Runs the pending checks of Stripe's objects. */
const runPendingChecks = () =>
  processRows({
    rows: pendingChecks(),
    parse: parsePendingCheck,
    rank: ({ checkedAt }) => checkedAt,
    settle: runPendingCheck,
    failure: "check object could not be checked",
  });

/** Copies e-mail changes that are missing in the record. */
const syncEmails = () =>
  processRows({
    rows: pendingEmailChanges(),
    parse: parsePendingEmailChange,
    rank: ({ checkedAt }) => checkedAt,
    settle: syncEmail,
    failure: "e-mail change could not be followed",
  });

/** Syncs changed customers to Stripe. */
const syncCustomers = () =>
  processRows({
    rows: customersToSync(),
    parse: parseCustomerSync,
    rank: ({ attempts }) => attempts,
    settle: (row) => leased(row, () => syncToStripe(row)),
    failure: "customer could not be synced to Stripe",
  });

async function syncToStripe(row: CustomerSync): Promise<void> {
  try {
    await syncCustomer(row.sk);
  } catch (error) {
    if (!isFinalRefusal(error)) throw error;
    log("warn", "Stripe refused the record", { customer: row.sk, ...errorFields(error) });
  }
  await markSynced(row);
}

/** Stripe would refuse the same values again; the next change of the record tries again. */
const isFinalRefusal = (error: unknown): boolean =>
  error instanceof StripeCallError && error.failure === "refused" && error.stripeCode !== "resource_missing";

/** Settles pending checkouts. */
async function settleCheckouts() {
  const outcome = await processRows({
    rows: pendingCheckouts(),
    parse: parsePendingCheckout,
    rank: ({ checkedAt }) => checkedAt,
    settle: ({ sk }) => settleCheckout(sk),
    failure: "checkout could not be settled",
  });
  const now = Date.now();
  const starts = outcome.failed.flatMap(({ startedAt }) => (startedAt ? [Date.parse(startedAt)] : []));
  measureSeconds("CheckoutAge", (now - Math.min(now, ...starts)) / 1000);
  return outcome;
}

/**
 * Ends sign-in and subscription of closed accounts once more, at least two minutes after the closing: by then no request that began
 * before it can start a payment any more.
 */
const completeClosures = () =>
  processRows({
    rows: unleasedClosures(),
    parse: parseClosure,
    rank: ({ attempts }) => attempts,
    settle: async (closure) => {
      if (closure.state === "closing") await leased(closure, () => complete(closure));
    },
    failure: "account could not be closed",
  });

async function complete(closure: Closure): Promise<void> {
  const { sk: sub, loginId } = closure;
  await endAccount({ sub, loginId });
  // Settled by then, as paid or as closed: the next run looks again.
  if (isPending(await readCheckout(sub))) await release(closure);
  else await markClosed(closure);
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
export const handler = inContext("job", async (): Promise<Mails> => {
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
  const [mails, ...others] = await Promise.all(running);
  await measureBacklog();
  const [sessions, emails, customers, checkouts, watched, closures, events] = others.map(
    ({ tried }) => tried,
  );
  log("info", "reconciled", { ...mails, sessions, emails, customers, checkouts, watched, closures, events });
  return mails;
});
