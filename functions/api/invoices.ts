import { invoiceCsv } from "#functions/billing/invoices/invoice-csv.ts";
import { findInvoice, listInvoicesOfYear } from "#functions/billing/stripe/accounting-invoices.ts";
import { serveSignedIn } from "#functions/customer/signed-in.ts";
import { count, customerLimit } from "#functions/platform/rate-limits.ts";
import { HttpError } from "#functions/runtime/http-error.ts";
import { invoices as endpoint } from "#shared/endpoints.ts";

/**
 * Loaded on use: pdfkit and the font take longer to load than everything else, and the list of a year does
 * not need them.
 */
const loadZip = () => import("#functions/billing/invoices/invoice-zip.ts");
const loadReceipt = () => import("#functions/billing/invoices/receipt-pdf.ts");

const toResult = (fileName: string, file: Uint8Array) => ({
  result: { fileName, file: Buffer.from(file).toString("base64") },
});

export const handler = serveSignedIn(endpoint, async ({ query }, { caller }) => {
  const { sub, profile } = caller;
  if (!profile) throw new HttpError("not_found");
  await count(customerLimit("INVOICES", sub));
  const { stripeCustomerId } = profile;
  const honorific = profile.customerKbn === 1 ? "様" : "御中";
  if ("receipt" in query) {
    const invoice = stripeCustomerId && (await findInvoice(stripeCustomerId, query.receipt));
    const receipt = invoice && (await (await loadReceipt()).receiptFile(invoice, honorific));
    if (!receipt) throw new HttpError("not_found", { message: "この請求書の領収書はありません。" });
    return toResult(receipt.fileName, receipt.pdf);
  }
  const { year, format } = query;
  const invoices =
    stripeCustomerId === undefined ? [] : await listInvoicesOfYear(stripeCustomerId, Number(year));
  if (format === undefined) return { result: { invoices: invoices.map(({ shown }) => shown) } };
  if (invoices.length === 0)
    throw new HttpError("not_found", { message: `${year}年に発行された請求書はありません。` });
  const file =
    format === "csv" ? invoiceCsv(invoices) : await (await loadZip()).invoiceZip(invoices, honorific);
  return toResult(`請求書_${year}年.${format}`, file);
});
