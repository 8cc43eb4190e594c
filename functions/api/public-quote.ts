import { count, networkLimits } from "#functions/platform/rate-limits.ts";
import { makePublicQuote as quoteOf } from "#functions/quotes/create-quote.ts";
import { serve } from "#functions/runtime/endpoint.ts";
import { hourMs } from "#shared/durations.ts";
import { publicQuote } from "#shared/endpoints.ts";

/** Loaded on use: pdfkit and the font take longer to load than everything else of a cold start. */
const loadPdf = () => import("#functions/quotes/quote-pdf.ts");

export const handler = serve(publicQuote, async ({ body }, { clientAddress }) => {
  const quote = await quoteOf(body);
  const limit = { of: "PUBLIC_QUOTES", most: 20, windowMs: hourMs, isSliding: true } as const;
  const message = "見積書の作成回数が上限に達しました。1時間ほどおいて、もう一度お試しください。";
  for (const each of networkLimits(clientAddress, { ...limit, message })) await count(each);
  const { quoteFile } = await loadPdf();
  return { result: await quoteFile(quote, true) };
});
