import { zipSync } from "fflate";
import { type HttpResponse, send } from "#functions/platform/http.ts";
import { japanDay } from "#functions/platform/time.ts";
import { ApiError } from "#functions/runtime/api-error.ts";
import type { ContractInvoice } from "#shared/contract.ts";

const timeoutMs = 6_000;
const mostRedirects = 3;
/** A response of Lambda's holds 6 MB, and base64 takes a third more. */
const mostBytes = 4_000_000;

/**
 * Every PDF of these invoices, named by day, number and amount: all of them or none. Not their receipts, of which Stripe has only pages
 * (decision 35). Throws 413, 502.
 */
export async function invoiceZip(invoices: readonly ContractInvoice[]): Promise<Uint8Array> {
  const files = await Promise.all(
    invoices.map(async (invoice) => {
      if (invoice.pdfUrl === null) throw failed(new Error("invoice without a PDF of Stripe's"));
      return [fileNameOf(invoice), await load(new URL(invoice.pdfUrl))] as const;
    }),
  );
  // PDFs are compressed already. The newest is first.
  const zip = zipSync(Object.fromEntries(files), { level: 0, mtime: invoices[0]?.issuedAt ?? 0 });
  if (zip.length > mostBytes)
    throw new ApiError("payload_too_large", {
      message:
        "データが大きいため、まとめてダウンロードできませんでした。一覧から1件ずつダウンロードしてください。",
    });
  return zip;
}

/** `2026-03-31_ABCD1234-0001_11000円.pdf`. An operator chooses the number's prefix at Stripe. */
const fileNameOf = ({ issuedAt, number, id, amount }: ContractInvoice): string =>
  `${japanDay(issuedAt)}_${(number ?? id).replace(/[^\w-]/g, "-")}_${amount}円.pdf`;

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
