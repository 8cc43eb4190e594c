/** Invoices that are issued, paid, unpaid or uncollectible. */
import type { Profile } from "#functions/customer/profile.ts";
import { type MailContent, newMail } from "#functions/mail/outbox.ts";
import { deliverCustomerMail } from "#functions/mail/texts/customer-mail.ts";
import type { Owed } from "#shared/contract.ts";
import { recordFailedPayment, recordInvoiceCopies } from "../billing-table.ts";
import { currentContract, readOwed } from "../contract/owed.ts";
import { findByStripeCustomer, findSubscriber } from "../customer/find-customer.ts";
import { type InvoiceFacts, readInvoice, readIssuedInvoice } from "../stripe/invoices.ts";
import { cancelSubscription, readSubscription, readSubscriptionWithCard } from "../stripe/subscriptions.ts";
import { handleSubscription } from "./subscription.ts";

/** Handles an invoice that was paid, declined, overdue or marked uncollectible. */
export async function handleInvoice(invoiceId: string): Promise<void> {
  const invoice = await readInvoice(invoiceId);
  const { status, subscriptionId } = invoice;
  if (subscriptionId === null) return;
  if (status === "paid") return handleSubscription(subscriptionId);
  const customer = await findSubscriber(subscriptionId);
  if (!customer) return;
  if (status === "open") await notifyFailedPayment(customer.sub, customer.profile, invoice);
  if (status === "uncollectible") await cancelUnpaidSubscription(subscriptionId);
}

/** Handles an invoice that was issued. One of a subscription that no record names may be undone with it, without a mail. */
export async function handleIssuedInvoice(invoiceId: string): Promise<void> {
  const { subscriptionId } = await readInvoice(invoiceId);
  if (subscriptionId !== null && !(await findSubscriber(subscriptionId)))
    await handleSubscription(subscriptionId);
  await sendInvoiceCopies(invoiceId);
}

/** Tells the invoice's further recipients that it was issued, once. */
async function sendInvoiceCopies(invoiceId: string): Promise<void> {
  const issued = await readIssuedInvoice(invoiceId);
  if (!issued || issued.ccAddresses.length === 0) return;
  const { stripeCustomerId, ccAddresses, number, due: total, dueAt, page } = issued;
  const customer = await findByStripeCustomer(stripeCustomerId);
  if (!customer || customer.profile.closedAt !== undefined) return;
  const { sub, profile } = customer;
  const copies = ccAddresses.map((to) => {
    const content = { template: "invoice-copy", customer: sub, to, number, total, dueAt, page } as const;
    return { content, mail: newMail(content) };
  });
  const mails = copies.map(({ mail }) => mail);
  if (!(await recordInvoiceCopies(sub, profile, { id: invoiceId, mails }))) return;
  for (const { content, mail } of copies) await deliverCustomerMail(profile, content, mail.put);
}

type Reason = Extract<MailContent, { template: "payment-failed" }>["reason"];
/** Sends no mail about an invoice that is not late yet. */
const reasons: Record<Owed["state"], Reason | undefined> = {
  due: undefined,
  overdue: "overdue",
  declined: "card",
  retrying: "retrying",
};

async function notifyFailedPayment(
  sub: string,
  profile: Profile,
  { id, subscriptionId, attemptCount, open }: InvoiceFacts,
): Promise<void> {
  if (open === undefined || subscriptionId === null) return;
  const contract = currentContract(profile, await readSubscriptionWithCard(subscriptionId));
  const [owed] = await readOwed([open], contract, (card) => card);
  const reason = owed && reasons[owed.state];
  if (reason === undefined) return;
  const content = {
    template: "payment-failed",
    customer: sub,
    to: profile.email,
    reason,
    page: owed?.hostedUrl ?? undefined,
    isPastContract: owed?.isOfCurrentContract ? undefined : (true as const),
  } as const;
  const mail = newMail(content);
  if (!(await recordFailedPayment(sub, profile, { id, attemptCount, mail }))) return;
  await deliverCustomerMail(profile, content, mail.put);
}

/** The invoice will not be paid: cancels the subscription and suspends the plan, unless it is free for now. */
export async function cancelUnpaidSubscription(subscriptionId: string): Promise<void> {
  if ((await readSubscription(subscriptionId)).isFreeForNow) return;
  await cancelSubscription(subscriptionId, "unpaid");
  await handleSubscription(subscriptionId);
}
