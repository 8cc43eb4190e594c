import { unsubscribePage } from "#functions/mail/unsubscribe-links.ts";
import { serve } from "#functions/runtime/endpoint.ts";
import { environment } from "#functions/runtime/environment.ts";
import { unsubscribeLink } from "#shared/endpoints.ts";

/** For mail programs that open the header's URL: the page asks before it unsubscribes. */
export const handler = serve(unsubscribeLink, async ({ query: { token } }) => ({
  location: unsubscribePage(environment("SITE_URL"), token),
}));
