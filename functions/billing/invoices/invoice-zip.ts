import { zipSync } from "fflate";
import { HttpError } from "#functions/runtime/http-error.ts";
import type { AccountingInvoice } from "../stripe/accounting-invoices.ts";
import { loadInvoicePdf } from "./invoice-pdf.ts";
import { fileNameOf, type Honorific, receiptFile } from "./receipt-pdf.ts";

/** A Lambda response holds 6 MB, and base64 adds a third. */
const mostBytes = 4_000_000;

/**
 * Returns a zip file with the PDF of each invoice, and the receipt of each that was paid through Stripe.
 * Throws 413, 502.
 */
export async function invoiceZip(
  invoices: readonly AccountingInvoice[],
  honorific: Honorific,
): Promise<Uint8Array> {
  const files = await Promise.all(invoices.map(pdfOf));
  // After the downloads: drawing blocks the event loop.
  for (const invoice of invoices) {
    const receipt = await receiptFile(invoice, honorific);
    if (receipt) files.push([receipt.fileName, receipt.pdf]);
  }
  // PDFs are compressed already. The newest is first.
  const zip = zipSync(Object.fromEntries(files), {
    level: 0,
    mtime: invoices[0]?.shown.issuedAt ?? 0,
  });
  if (zip.length > mostBytes)
    throw new HttpError("payload_too_large", {
      message:
        "データが大きいため、まとめてダウンロードできませんでした。一覧から1件ずつダウンロードしてください。",
    });
  return zip;
}

const pdfOf = async ({ shown }: AccountingInvoice): Promise<[string, Uint8Array]> => [
  `${fileNameOf(shown.issuedAt, shown, shown.amount)}.pdf`,
  await loadInvoicePdf(shown.pdfUrl),
];
