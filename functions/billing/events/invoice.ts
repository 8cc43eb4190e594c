/** Invoices that are issued, paid, unpaid or uncollectible. */
import { type MailOf, newMail, unleased } from "#functions/mail/outbox.ts";
import { prepareMail } from "#functions/mail/texts/customer-mail.ts";
import { auditRow } from "#functions/platform/audit.ts";
import { tryTransactWrite } from "#functions/platform/table.ts";
import type { Owed } from "#shared/contract.ts";
import { currentContract, readOwed } from "../contract/owed.ts";
import { termsOf } from "../contract/terms.ts";
import { billingEmailOf, findByStripeCustomer, findSubscriber } from "../customer/find-customer.ts";
import { stoppedAmong } from "../invoices/copy-recipients.ts";
import { addPendingCheck, dueInvoiceCheck } from "../pending-check-table.ts";
import { type InvoiceFacts, issueHeldInvoice, readInvoice, readIssuedInvoice } from "../stripe/invoices.ts";
import { cancelSubscription, readSubscription, readSubscriptionWithCard } from "../stripe/subscriptions.ts";
import { handleSubscription } from "./subscription.ts";

/** Handles an invoice that was paid, declined or marked uncollectible. */
export async function handleInvoice(invoiceId: string): Promise<void> {
  const invoice = await readInvoice(invoiceId);
  const { status, subscriptionId } = invoice;
  if (subscriptionId === null) return;
  if (status === "paid") {
    const subscription = await handleSubscription(subscriptionId);
    if (subscription.status === "unpaid" && (await findSubscriber(subscriptionId)))
      await issueHeldInvoice(subscription);
    return sendInvoiceCopies(invoiceId);
  }
  if (status === "open") await followOpenInvoice(invoice);
  if (status === "uncollectible" && (await findSubscriber(subscriptionId)))
    await cancelUnpaidSubscription(subscriptionId);
}

/** Stripe has no event for an invoice whose due date passes: its subscription is past due from then on. */
export async function handleChangedSubscription(id: string): Promise<void> {
  const { isPastDue, paidBy, invoiceId } = await handleSubscription(id);
  if (isPastDue && paidBy === "invoice" && invoiceId !== null) await handleInvoice(invoiceId);
}

/** Handles an invoice that was issued. One of a subscription that no record names may be undone with it, without a mail. */
export async function handleIssuedInvoice(invoiceId: string): Promise<void> {
  const invoice = await readInvoice(invoiceId);
  const { subscriptionId } = invoice;
  if (subscriptionId !== null && !(await findSubscriber(subscriptionId)))
    await handleSubscription(subscriptionId);
  await followOpenInvoice(invoice);
  await sendInvoiceCopies(invoiceId);
}

/**
 * Stores mails to the invoice's further recipients, once. The reconciler sends them: it has the time to load the PDF, and the key of the
 * links that stop them.
 */
async function sendInvoiceCopies(invoiceId: string): Promise<void> {
  const issued = await readIssuedInvoice(invoiceId);
  if (!issued || issued.ccAddresses.length === 0) return;
  const {
    stripeCustomerId,
    subscriptionId,
    ccAddresses,
    number,
    due: total,
    dueAt,
    page,
    pageUntil,
  } = issued;
  const customer = await findByStripeCustomer(stripeCustomerId);
  if (!customer || customer.profile.closedAt !== undefined) return;
  const { sub, profile } = customer;
  const stopped = await stoppedAmong(sub, ccAddresses);
  const recipients = ccAddresses.filter((address) => !stopped.includes(address));
  if (recipients.length === 0) return;
  const isForOther = subscriptionId === null ? true : undefined;
  const copy = { invoiceId, number, total, dueAt, page, pageUntil, isForOther } as const;
  const mails = recipients.map((to) =>
    unleased(newMail({ template: "invoice-copy", customer: sub, to, ...copy })),
  );
  const details = { action: "invoice-copies-sent", customerId: profile.customerId, invoiceId } as const;
  await tryTransactWrite([auditRow(sub, details, `INVOICE-COPIES#${invoiceId}`), ...mails]);
}

const reasons: Record<Owed["state"], MailOf<"payment-failed">["reason"] | undefined> = {
  due: undefined,
  overdue: "overdue",
  declined: "card",
  retrying: "retrying",
};

/**
 * Tells of an invoice that is late: one mail for each failed attempt to the customer and the billing contact, and a check for the
 * reconciler. Of one that is not, the reconciler looks when it is.
 */
export async function followOpenInvoice({ id, subscriptionId, attemptCount, open, pageUntil }: InvoiceFacts) {
  const customer = open && (await findSubscriber(subscriptionId));
  if (!customer || subscriptionId === null) return;
  const { sub, profile } = customer;
  if (!open.isLate) {
    if (open.lateAt !== undefined) await tryTransactWrite([dueInvoiceCheck(sub, id, open.lateAt)]);
    return;
  }
  const subscription = await readSubscriptionWithCard(subscriptionId);
  const terms = termsOf(profile, subscription);
  const contract = currentContract(profile, terms, subscription);
  const [owed] = await readOwed([open], contract, (card) => card);
  const reason = owed && reasons[owed.state];
  if (!owed || reason === undefined) return;
  const failure = {
    customer: sub,
    reason,
    page: owed.hostedUrl ?? undefined,
    pageUntil,
    isPastContract: owed.contract === "current" ? undefined : true,
    isOnHold: terms.status === "on_hold" ? true : undefined,
    dueAt: owed.dueAt ?? undefined,
    nextChargeAt: owed.nextAttemptAt ?? undefined,
  } as const;
  const billingEmail = billingEmailOf(profile);
  const mails = [
    prepareMail({ ...failure, template: "payment-failed", to: profile.email }),
    ...(billingEmail === undefined
      ? []
      : [prepareMail({ ...failure, ...billOf(owed), template: "billing-payment-failed", to: billingEmail })]),
  ];
  const details = { customerId: profile.customerId, subscriptionId, invoiceId: id };
  const isNew = await tryTransactWrite([
    auditRow(sub, { action: "payment-failed", ...details }, `UNPAID#${id}#${attemptCount}`),
    addPendingCheck({ kind: "unpaid-invoice", id, sub }),
    ...mails.map(({ row }) => row),
  ]);
  if (!isNew) return;
  for (const mail of mails) await mail.send(profile);
}

const billOf = ({ number, amount }: Owed) => ({ number: number ?? undefined, amount });

/** The invoice will not be paid: cancels the subscription and suspends the plan, unless it is free for now. */
export async function cancelUnpaidSubscription(subscriptionId: string): Promise<void> {
  if ((await readSubscription(subscriptionId)).isFreeForNow) return;
  await cancelSubscription(subscriptionId, "unpaid");
  await handleSubscription(subscriptionId);
}
