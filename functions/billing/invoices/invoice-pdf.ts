import { type HttpResponse, send } from "#functions/platform/http.ts";
import { HttpError } from "#functions/runtime/http-error.ts";

const timeoutMs = 6_000;
const mostRedirects = 3;
const mostBytes = 5_000_000;

/**
 * Downloads the PDF of an invoice. `address`: Stripe's URL (`stripePage`), which redirects to a host that
 * Stripe does not document. Throws 502.
 */
export async function loadInvoicePdf(address: string | null): Promise<Buffer> {
  if (address === null) throw failed(new Error("invoice without a PDF of Stripe's"));
  const bytes = await load(new URL(address));
  if (bytes.toString("latin1", 0, 5) !== "%PDF-")
    throw failed(new Error("invoice PDF: another type of file"));
  return bytes;
}

async function load(url: URL, redirects = 0): Promise<Buffer> {
  const { status, headers, bytes } = await answerOf(url);
  const { location } = headers;
  const next = typeof location === "string" ? URL.parse(location, url.href) : null;
  if (status >= 300 && status < 400 && next?.protocol === url.protocol && redirects < mostRedirects)
    return load(next, redirects + 1);
  if (status !== 200) throw failed(new Error(`invoice PDF: ${status}`));
  return bytes;
}

const answerOf = (url: URL): Promise<HttpResponse> =>
  send({ method: "GET", url, timeoutMs, mostBytes }).catch((error: unknown) => {
    throw failed(error);
  });

const failed = (cause: unknown): HttpError =>
  new HttpError("provider_failed", {
    cause,
    message: "請求書のPDFを取得できませんでした。時間をおいて、もう一度お試しください。",
  });
