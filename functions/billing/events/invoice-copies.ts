import { newMail, unleased } from "#functions/mail/outbox.ts";
import { auditRow } from "#functions/platform/audit.ts";
import { tryTransactWrite } from "#functions/platform/table.ts";
import { findByStripeCustomer } from "../customer/find-customer.ts";
import { stoppedAmong } from "../invoices/copy-recipients.ts";
import { readIssuedInvoice } from "../stripe/invoices.ts";

/**
 * Stores mails to the invoice's further recipients, once. The reconciler sends them: it has the time to load
 * the PDF, and the key of unsubscribe links.
 */
export async function sendInvoiceCopies(invoiceId: string): Promise<void> {
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
