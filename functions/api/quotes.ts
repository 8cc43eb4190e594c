import { serveSignedIn } from "#functions/customer/signed-in.ts";
import { toQuote } from "#functions/quotes/quote-state.ts";
import { readQuotes } from "#functions/quotes/quote-table.ts";
import { ApiError } from "#functions/runtime/api-error.ts";
import { quotes } from "#shared/endpoints.ts";

export const handler = serveSignedIn(quotes, async (_, { caller: { sub, record } }) => {
  if (!record) throw new ApiError("forbidden");
  const rows = await readQuotes(sub);
  return { result: { quotes: rows.map((row) => toQuote(row, record)) } };
});
