import { invoiceCsv } from "#functions/billing/invoices/invoice-csv.ts";
import { invoiceZip } from "#functions/billing/invoices/invoice-zip.ts";
import { listInvoicesOfYear } from "#functions/billing/stripe/invoice-list.ts";
import { findReceipt } from "#functions/billing/stripe/invoices.ts";
import { serveSignedIn } from "#functions/customer/signed-in.ts";
import { count, customerLimit } from "#functions/platform/rate-limits.ts";
import { ApiError } from "#functions/runtime/api-error.ts";
import { invoices as endpoint } from "#shared/endpoints.ts";

async function readReceipt(stripeCustomerId: string | undefined, invoice: string): Promise<string> {
  const page = stripeCustomerId === undefined ? null : await findReceipt(stripeCustomerId, invoice);
  if (page === null) throw new ApiError("not_found", { message: "この請求書の領収書はありません。" });
  return page;
}

export const handler = serveSignedIn(endpoint, async ({ query }, { caller }) => {
  const { sub, record } = caller;
  if (!record) throw new ApiError("not_found");
  await count(customerLimit("INVOICES", sub));
  const { stripeCustomerId } = record;
  if ("receipt" in query)
    return { result: { receiptUrl: await readReceipt(stripeCustomerId, query.receipt) } };
  const { year, format } = query;
  const invoices =
    stripeCustomerId === undefined ? [] : await listInvoicesOfYear(stripeCustomerId, Number(year));
  const shown = invoices.map((invoice) => invoice.shown);
  if (format === undefined) return { result: { invoices: shown } };
  if (shown.length === 0)
    throw new ApiError("not_found", { message: `${year}年に発行された請求書はありません。` });
  const file = format === "csv" ? invoiceCsv(invoices) : await invoiceZip(shown);
  return {
    result: { fileName: `請求書_${year}年.${format}`, file: Buffer.from(file).toString("base64") },
  };
});
