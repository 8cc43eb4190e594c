import { type Closure, closureTask, markClosed } from "#functions/account/closing/closure-table.ts";
import { endAccount } from "#functions/account/closing/end-account.ts";
import { emailChangeTask } from "#functions/account/email-change-table.ts";
import { loginIdMailTask, mailLoginIds } from "#functions/account/login-ids.ts";
import { sessionsTask } from "#functions/account/sessions-to-end.ts";
import { syncEmail } from "#functions/account/sync-email.ts";
import { signedOut } from "#functions/activity/password-table.ts";
import { checkoutTask, isPending, readCheckout } from "#functions/billing/checkout/checkout-table.ts";
import { settleCheckout } from "#functions/billing/checkout/settle.ts";
import { customerSyncTask } from "#functions/billing/customer/customer-sync-table.ts";
import { syncUnlessRefused } from "#functions/billing/customer/sync-customer.ts";
import { stripeTask } from "#functions/billing/stripe-tasks/stripe-task-table.ts";
import { mailTask, oldestMailAt } from "#functions/mail/outbox.ts";
import { updateItem } from "#functions/platform/table.ts";
import { endSessions } from "#functions/platform/user-pool.ts";
import { inContext } from "#functions/runtime/context.ts";
import { optionalEnvironment } from "#functions/runtime/environment.ts";
import { log } from "#functions/runtime/log.ts";
import { countMetric, measureSeconds } from "#functions/runtime/metrics.ts";
import { runAndLogFailure } from "#functions/runtime/run-and-log-failure.ts";
import { runTasks, type TaskOutcome } from "#functions/tasks/run.ts";
import { comparedMetrics } from "#shared/metrics.ts";
import { deliverMail, longestWaitMs } from "./reconcile/deliver-mail.ts";
import { mailExpiringCards } from "./reconcile/expiring-cards.ts";
import { doStripeTask } from "./reconcile/stripe-tasks.ts";
import { handleUndeliveredEvents } from "./reconcile/undelivered-events.ts";

/** Every run retries these tasks. Other tasks that keep failing are retried once a day. */
const eachRun = { longestMs: () => 3 * 60_000 };

/** Every kind of task, and the function that does it. */
const kinds = {
  mails: () =>
    runTasks(mailTask, {
      work: deliverMail,
      longestMs: longestWaitMs,
      failure: "mail could not be sent",
      // Covered by the OutboxAge alarm.
      isCounted: false,
    }),
  sessions: () =>
    runTasks(sessionsTask, {
      work: async ({ sk: sub, loginId }) => {
        // Invalidates earlier password proofs, also if the browser never reported the change.
        await updateItem(signedOut(sub));
        await endSessions({ sub, loginId });
        return "done";
      },
      failure: "sessions were not ended",
    }),
  emails: () =>
    runTasks(emailChangeTask, {
      work: syncEmail,
      failure: "e-mail change could not be followed",
      ...eachRun,
    }),
  customers: () =>
    runTasks(customerSyncTask, {
      work: ({ sk }) => syncUnlessRefused(sk),
      failure: "customer could not be synced to Stripe",
    }),
  checkouts: settleCheckouts,
  checks: () =>
    runTasks(stripeTask, {
      work: doStripeTask,
      failure: "check object could not be checked",
      ...eachRun,
    }),
  loginIds: () =>
    runTasks(loginIdMailTask, {
      work: ({ to }) => mailLoginIds(to),
      failure: "login IDs could not be mailed",
      ...eachRun,
    }),
  closures: () =>
    runTasks(closureTask, {
      // `retention` does the erasure that follows.
      selects: ({ state }) => state === "closing",
      work: completeClosure,
      failure: "account could not be closed",
    }),
};

/** The passes over Stripe's objects. */
const passes = { events: handleUndeliveredEvents, cards: mailExpiringCards };
/**
 * Time of one run for a pass. A last part whose every call times out ends within Lambda's limit of 300
 * seconds.
 */
const passMs = 60_000;

/** Without a price, nobody pays. A failed pass does not stop the tasks. */
async function runPasses(): Promise<void> {
  if (optionalEnvironment("STRIPE_PRICE_ID") === undefined) return;
  const running = Object.entries(passes).map(([name, run]) =>
    runAndLogFailure("pass failed", () => run(passMs), { name }),
  );
  await Promise.all(running);
}

async function settleCheckouts() {
  const run = await runTasks(checkoutTask, {
    work: ({ sk }) => settleCheckout(sk),
    failure: "checkout could not be settled",
    ...eachRun,
  });
  const now = Date.now();
  const starts = run.failed.map(({ startedAt }) => Date.parse(startedAt));
  measureSeconds("CheckoutAge", (now - Math.min(now, ...starts)) / 1000);
  return run;
}

/**
 * Ends sign-in and subscription of a closed account again, at least two minutes after the closing: by then,
 * no request that began before it can still start a payment.
 */
async function completeClosure(closure: Closure): Promise<TaskOutcome> {
  const { sk: sub, loginId } = closure;
  await endAccount({ sub, loginId });
  // The checkout's task settles it, as paid or as closed.
  if (isPending(await readCheckout(sub))) return "waiting";
  await markClosed(closure);
  return "moved";
}

/** Publishes the metrics that alarms expect from every run. */
async function measureBacklog(): Promise<void> {
  for (const name of comparedMetrics) countMetric(name, 0);
  const oldest = await oldestMailAt();
  measureSeconds("OutboxAge", oldest === undefined ? 0 : (Date.now() - oldest) / 1000);
}

interface Mails {
  sent: number;
  failed: number;
}

/**
 * Does the tasks that are due, and handles events whose webhook was lost. The kinds run concurrently, and
 * concurrent runs do each task once.
 */
export const handler = inContext("job", async (): Promise<Mails> => {
  const passing = runPasses();
  const running = Object.entries(kinds).map(async ([name, run]) => [name, await run()] as const);
  // If one kind fails, the others continue.
  await Promise.allSettled([...running, passing]);
  const runs = Object.fromEntries(await Promise.all(running));
  await measureBacklog();
  const tried = Object.fromEntries(Object.entries(runs).map(([name, run]) => [name, run.tried]));
  log("info", "reconciled", tried);
  const { tried: mails = 0, failed = [] } = runs.mails ?? {};
  return { sent: mails - failed.length, failed: failed.length };
});
