import { zipSync } from "fflate";
import { type HttpResponse, send } from "#functions/platform/http.ts";
import { ApiError } from "#functions/runtime/api-error.ts";
import type { AccountingInvoice } from "../stripe/accounting-invoices.ts";
import { fileNameOf, type Honorific, receiptFile } from "./receipt-pdf.ts";

const timeoutMs = 6_000;
const mostRedirects = 3;
/** A response of Lambda's holds 6 MB, and base64 takes a third more. */
const mostBytes = 4_000_000;

/** Every PDF of these invoices, and the receipt of each that was paid: all of them or none. Throws 413, 502. */
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
    throw new ApiError("payload_too_large", {
      message:
        "データが大きいため、まとめてダウンロードできませんでした。一覧から1件ずつダウンロードしてください。",
    });
  return zip;
}

async function pdfOf({ shown }: AccountingInvoice): Promise<[string, Uint8Array]> {
  if (shown.pdfUrl === null) throw failed(new Error("invoice without a PDF of Stripe's"));
  return [`${fileNameOf(shown.issuedAt, shown, shown.amount)}.pdf`, await load(new URL(shown.pdfUrl))];
}

/** From Stripe's page, which may redirect to where the file lies. */
async function load(url: URL, redirects = 0): Promise<Uint8Array> {
  const { status, headers, bytes } = await answerOf(url);
  const { location } = headers;
  const next = typeof location === "string" ? URL.parse(location, url.href) : null;
  if (status >= 300 && status < 400 && next?.protocol === url.protocol && redirects < mostRedirects)
    return load(next, redirects + 1);
  if (status !== 200) throw failed(new Error(`invoice PDF: ${status}`));
  return bytes;
}

const answerOf = (url: URL): Promise<HttpResponse> =>
  send({ method: "GET", url, timeoutMs }).catch((error: unknown) => {
    throw failed(error);
  });

const failed = (cause: unknown): ApiError =>
  new ApiError("provider_failed", {
    cause,
    message: "請求書のPDFを取得できませんでした。少し時間をおいて、もう一度お試しください。",
  });
