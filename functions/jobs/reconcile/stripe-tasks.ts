import { checkAccountOfContract } from "#functions/billing/contract/account-of-contract.ts";
import { sendExpiryMailIfDue } from "#functions/billing/contract/card-expiry.ts";
import { syncContract } from "#functions/billing/contract/sync-contract.ts";
import { changeCard } from "#functions/billing/events/change-card.ts";
import { followSubscription } from "#functions/billing/events/follow-subscription.ts";
import { cancelUnpaidSubscription, followOpenInvoice } from "#functions/billing/events/open-invoice.ts";
import { checkRefund } from "#functions/billing/events/refund-changed.ts";
import {
  expireOpenCheckoutSessions,
  readCheckoutSession,
} from "#functions/billing/stripe/checkout-sessions.ts";
import { eraseStripeCustomer } from "#functions/billing/stripe/customers.ts";
import { readInvoice, readRefundedCharge } from "#functions/billing/stripe/invoices.ts";
import {
  readSubscription,
  readSubscriptionWithCard,
  undoSubscription,
} from "#functions/billing/stripe/subscriptions.ts";
import type { StripeTask } from "#functions/billing/stripe-tasks/stripe-task-table.ts";
import { readCustomer } from "#functions/customer/profile.ts";
import { newMail, unleased } from "#functions/mail/outbox.ts";
import type { TaskOutcome } from "#functions/tasks/run.ts";
import { hourMs } from "#shared/durations.ts";
import { unpaidMs } from "#shared/suspension-text.ts";

/** Does a Stripe task: checks an object whose webhook may be lost. */
export const doStripeTask = (check: StripeTask): Promise<TaskOutcome> => checks[check.kind](check);

type Check = (check: StripeTask) => Promise<TaskOutcome>;

const checks: Record<StripeTask["kind"], Check> = {
  "setup-session": checkSetupSession,
  "unpaid-invoice": checkUnpaidInvoice,
  "contract-change": async ({ sk }) => {
    await followSubscription(sk);
    return "done";
  },
  "contract-end": checkContractEnd,
  "second-subscription": async ({ sk }) => {
    await undoSubscription(await readSubscription(sk));
    return "done";
  },
  "payment-after-closing": checkPaymentAfterClosing,
  "erased-customer": async ({ sk }) => {
    await expireOpenCheckoutSessions(sk);
    await eraseStripeCustomer(sk);
    return "done";
  },
  refund: checkRefund,
  "card-expiry": async ({ sk }) => {
    await sendExpiryMailIfDue(await readSubscriptionWithCard(sk.replace(/\/card$/, "")));
    return "done";
  },
  "contract-account": async ({ sub }) => {
    await checkAccountOfContract(sub);
    return "done";
  },
};

async function checkSetupSession({ sk: sessionId, sub }: StripeTask): Promise<TaskOutcome> {
  const session = await readCheckoutSession(sessionId);
  if (session.state === "card-added") await changeCard(sub, session);
  return session.state === "open" ? "waiting" : "done";
}

/** Mails about an invoice that is late, and cancels the contract if it is late for too long. */
async function checkUnpaidInvoice({ sk: invoiceId, since }: StripeTask): Promise<TaskOutcome> {
  const invoice = await readInvoice(invoiceId);
  const { status, subscriptionId, open } = invoice;
  const isOwed = status === "open" || status === "uncollectible";
  if (!isOwed || subscriptionId === null) return "done";
  if (open) {
    // An operator may have given more time to pay.
    await followOpenInvoice(invoice);
    // On hold or over: Stripe's settings, or an operator, have decided.
    if ((await readSubscription(subscriptionId)).contract.state !== "in-force") return "done";
    // Stripe's retries may take two months.
    const now = Date.now();
    const endsAt = Math.max(since, open.lateAt ?? since) + unpaidMs;
    if (open.shown.nextAttemptAt !== null || now < endsAt) return new Date(now + hourMs);
  }
  await cancelUnpaidSubscription(subscriptionId);
  return "done";
}

/** Stripe may end a subscription a little later than it announced. */
async function checkContractEnd({ sk }: StripeTask): Promise<TaskOutcome> {
  const { subscription } = await syncContract(sk.replace(/\/end$/, ""));
  const { state, cancelAt } = subscription.contract;
  return state === "over" || cancelAt === undefined ? "done" : "waiting";
}

/**
 * Refunds a payment that arrived after the closing, and mails the customer. Most invoices were never paid.
 */
async function checkPaymentAfterClosing({ sk: subscriptionId, sub }: StripeTask): Promise<TaskOutcome> {
  const subscription = await readSubscription(subscriptionId);
  await undoSubscription(subscription);
  const to = (await readCustomer(sub))?.email;
  const { invoiceId, paidBy } = subscription;
  const charge = invoiceId === null ? undefined : await readRefundedCharge(invoiceId);
  if (to === undefined || (paidBy === "invoice" && !charge)) return [];
  const content = { template: "payment-refunded", customer: sub, to, isClosed: true } as const;
  return [unleased(newMail({ ...content, ...(charge?.isTransfer && { isTransfer: true }) }))];
}
