import { serveSignedIn } from "#functions/customer/signed-in.ts";
import { findCheaperQuote } from "#functions/quotes/price-to-pay.ts";
import { readQuotes, toQuote } from "#functions/quotes/quote-table.ts";
import { HttpError } from "#functions/runtime/http-error.ts";
import { quotedPrice, quotes } from "#shared/endpoints.ts";

export const handler = serveSignedIn(quotes, async (_, { caller: { sub, profile } }) => {
  if (!profile) throw new HttpError("forbidden");
  const rows = await readQuotes(sub);
  const cheaper = findCheaperQuote(rows, profile);
  return {
    result: {
      quotes: rows.map((row) => toQuote(row, profile)),
      quoted: cheaper ? quotedPrice.parse(cheaper) : null,
    },
  };
});
