import { unsubscribeLink } from "../../shared/endpoints.ts";
import { unsubscribePage } from "../mail/unsubscribe-links.ts";
import { serve } from "../runtime/endpoint.ts";
import { environment } from "../runtime/environment.ts";

/** For mail programs that open the header's address: the page asks before anything changes. */
export const handler = serve(unsubscribeLink, async ({ query: { token } }) => ({
  location: unsubscribePage(environment("SITE_URL"), token),
}));
