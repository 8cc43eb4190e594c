import { readOwnRecord } from "#functions/customer/customer-table.ts";
import { toQuote } from "#functions/quotes/quote-state.ts";
import { readQuotes } from "#functions/quotes/quote-table.ts";
import { ApiError } from "#functions/runtime/api-error.ts";
import { serve } from "#functions/runtime/endpoint.ts";
import { quotes } from "#shared/endpoints.ts";

export const handler = serve(quotes, async (_, { caller: { sub } }) => {
  const [profile, rows] = await Promise.all([readOwnRecord(sub), readQuotes(sub)]);
  if (!profile) throw new ApiError("forbidden");
  return { result: { quotes: rows.map((row) => toQuote(row, profile)) } };
});
