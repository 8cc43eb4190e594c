import { canSubscribe } from "#functions/customer/profile.ts";
import { serveSignedIn } from "#functions/customer/signed-in.ts";
import { makeQuote } from "#functions/quotes/create-quote.ts";
import { toQuote } from "#functions/quotes/quote-table.ts";
import { HttpError } from "#functions/runtime/http-error.ts";
import { createQuote as endpoint } from "#shared/endpoints.ts";

export const handler = serveSignedIn(endpoint, async ({ body }, { caller }) => {
  const { sub, profile } = caller;
  if (!profile || !canSubscribe(profile)) throw new HttpError("forbidden");
  return { result: toQuote(await makeQuote(sub, profile, body), profile) };
});
