import { serveSignedIn } from "#functions/customer/signed-in.ts";
import { count, customerLimit } from "#functions/platform/rate-limits.ts";
import { readQuote } from "#functions/quotes/quote-table.ts";
import { HttpError } from "#functions/runtime/http-error.ts";
import { quotePdf } from "#shared/endpoints.ts";

/** Loaded on use: pdfkit and the font take longer to load than everything else of a cold start. */
const loadPdf = () => import("#functions/quotes/quote-pdf.ts");

export const handler = serveSignedIn(quotePdf, async ({ query: { id } }, { caller: { sub, profile } }) => {
  const quote = await readQuote(sub, id);
  if (!profile || !quote) throw new HttpError("not_found");
  await count(customerLimit("QUOTE_PDF", sub));
  const { quoteFile } = await loadPdf();
  return { result: await quoteFile(quote) };
});
