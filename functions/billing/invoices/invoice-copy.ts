import type { Profile } from "#functions/customer/profile.ts";
import type { Attachment, Mail } from "#functions/mail/mailer.ts";
import type { MailOf } from "#functions/mail/outbox.ts";
import { invoiceCopyLetter } from "#functions/mail/texts/invoice-copy-mail.ts";
import { unsubscribeToken } from "#functions/mail/unsubscribe-links.ts";
import { environment } from "#functions/runtime/environment.ts";
import { type IssuedInvoice, readIssuedInvoice } from "../stripe/invoices.ts";
import { readCopyRecipient, recipientId } from "./copy-recipients.ts";
import { loadInvoicePdf } from "./invoice-pdf.ts";

/**
 * Returns the mail with the invoice as Stripe has it now. Undefined if the recipient has stopped the copies,
 * or if the invoice was voided or deleted. Throws 502 if Stripe does not return the invoice or its PDF.
 */
export async function invoiceCopyMail(
  profile: Profile,
  content: MailOf<"invoice-copy">,
): Promise<Mail | undefined> {
  const { customer, to, invoiceId } = content;
  const recipient = recipientId(customer, to);
  if ((await readCopyRecipient(customer, recipient))?.stoppedAt !== undefined) return undefined;
  const token = await unsubscribeToken(customer, recipient);
  const siteUrl = environment("SITE_URL");
  const invoice = await readIssuedInvoice(invoiceId);
  if (!invoice) return undefined;
  const { page, pageUntil } = invoice;
  const attachment = await pdfOf(invoice);
  return invoiceCopyLetter(profile, { ...content, page, pageUntil }, { token, attachment, siteUrl });
}

const pdfOf = async ({ number, pdf }: IssuedInvoice): Promise<Attachment> => ({
  fileName: `invoice-${number.replace(/[^\w-]/g, "-")}.pdf`,
  contentType: "application/pdf",
  content: await loadInvoicePdf(pdf),
});
