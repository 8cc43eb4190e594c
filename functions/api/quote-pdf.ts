import { readOwnRecord } from "#functions/customer/customer-table.ts";
import { count, customerLimit } from "#functions/platform/rate-limits.ts";
import { drawQuote } from "#functions/quotes/quote-pdf.ts";
import { readQuote } from "#functions/quotes/quote-table.ts";
import { ApiError } from "#functions/runtime/api-error.ts";
import { serve } from "#functions/runtime/endpoint.ts";
import { environment, optionalEnvironment } from "#functions/runtime/environment.ts";
import { quotePdf } from "#shared/endpoints.ts";

const perHour = 60;

export const handler = serve(quotePdf, async ({ query: { id } }, { caller: { sub } }) => {
  const [profile, quote] = await Promise.all([readOwnRecord(sub), readQuote(sub, id)]);
  if (!profile || !quote) throw new ApiError("not_found");
  await count(customerLimit("QUOTE_PDF", sub, perHour));
  const seller = {
    name: optionalEnvironment("SELLER_NAME") ?? "",
    registrationNumber: optionalEnvironment("REGISTRATION_NUMBER"),
    siteUrl: environment("SITE_URL"),
  };
  const pdf = await drawQuote(quote, seller);
  return { result: { fileName: `御見積書_${quote.number}.pdf`, pdf: pdf.toString("base64") } };
});
