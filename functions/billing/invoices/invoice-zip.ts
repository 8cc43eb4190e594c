import { zipSync } from "fflate";
import { HttpError } from "#functions/runtime/http-error.ts";
import type { AccountingInvoice } from "../stripe/accounting-invoices.ts";
import { loadInvoicePdf } from "./invoice-pdf.ts";
import { fileNameOf, type Honorific, receiptFile } from "./receipt-pdf.ts";

/** A response of Lambda's holds 6 MB, and base64 takes a third more. */
const mostBytes = 4_000_000;

/** Every PDF of these invoices, and the receipt of each that was paid through Stripe: all of them or none. Throws 413, 502. */
export async function invoiceZip(
  invoices: readonly AccountingInvoice[],
  honorific: Honorific,
): Promise<Uint8Array> {
  const files = await Promise.all(invoices.map(pdfOf));
  // Drawing stops all else: no download may wait for it.
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
