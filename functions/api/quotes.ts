import { serveSignedIn } from "#functions/customer/signed-in.ts";
import { findCheaperQuote } from "#functions/quotes/price-to-pay.ts";
import { toQuote } from "#functions/quotes/quote-state.ts";
import { type QuoteRow, readQuotes } from "#functions/quotes/quote-table.ts";
import { ApiError } from "#functions/runtime/api-error.ts";
import { type QuotedPrice, quotes } from "#shared/endpoints.ts";

export const handler = serveSignedIn(quotes, async (_, { caller: { sub, record } }) => {
  if (!record) throw new ApiError("forbidden");
  const rows = await readQuotes(sub);
  const cheaper = findCheaperQuote(rows, record);
  return {
    result: {
      quotes: rows.map((row) => toQuote(row, record)),
      quoted: cheaper ? toQuotedPrice(cheaper) : null,
    },
  };
});

const toQuotedPrice = ({ amountYen, number, validUntil }: QuoteRow): QuotedPrice => ({
  amountYen,
  number,
  validUntil,
});
