/** Invoices that wait for their payment. */
import type { MailOf } from "#functions/mail/outbox.ts";
import { prepareMail } from "#functions/mail/texts/customer-mail.ts";
import { auditRow } from "#functions/platform/audit.ts";
import { tryTransactWrite } from "#functions/platform/table.ts";
import type { Owed } from "#shared/contract.ts";
import { currentContract, readOwed } from "../contract/owed.ts";
import { termsOf } from "../contract/terms.ts";
import { billingEmailOf, findSubscriber } from "../customer/find-customer.ts";
import type { InvoiceFacts } from "../stripe/invoices.ts";
import { cancelSubscription, readSubscription, readSubscriptionWithCard } from "../stripe/subscriptions.ts";
import { addStripeTask, dueInvoiceTask } from "../stripe-tasks/stripe-task-table.ts";
import { followSubscription } from "./follow-subscription.ts";

const reasons: Record<Owed["state"], MailOf<"payment-failed">["reason"] | undefined> = {
  due: undefined,
  overdue: "overdue",
  declined: "card",
  retrying: "retrying",
};

/**
 * For a late invoice, mails the customer and the billing contact once per failed attempt to charge, and
 * enqueues a task. For an invoice that is not late, enqueues a task that is due when it is late.
 */
export async function followOpenInvoice({ id, subscriptionId, attemptCount, open, pageUntil }: InvoiceFacts) {
  const customer = open && (await findSubscriber(subscriptionId));
  if (!customer || subscriptionId === null) return;
  const { sub, profile } = customer;
  if (!open.isLate) {
    if (open.lateAt !== undefined) await tryTransactWrite([dueInvoiceTask(sub, id, open.lateAt)]);
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
    addStripeTask({ kind: "unpaid-invoice", id, sub }),
    ...mails.map(({ row }) => row),
  ]);
  if (!isNew) return;
  for (const mail of mails) await mail.send(profile);
}

const billOf = ({ number, amount }: Owed) => ({ number: number ?? undefined, amount });

/**
 * The invoice will not be paid: cancels the subscription and suspends the plan, unless it is free for now.
 */
export async function cancelUnpaidSubscription(subscriptionId: string): Promise<void> {
  if ((await readSubscription(subscriptionId)).isFreeForNow) return;
  await cancelSubscription(subscriptionId, "unpaid");
  await followSubscription(subscriptionId);
}
