import Stripe from "stripe";
import { readStripeCredentials } from "../../platform/secrets.ts";
import { ApiError } from "../../runtime/api-error.ts";

/** An older signature may be a replayed one. */
const toleranceSeconds = 300;

/** Throws 400 unless Stripe signed these bytes within the last five minutes, with any secret that is valid now. */
export async function verifyEvent(body: string, signature: string): Promise<Stripe.Event> {
  const { secretKey, webhookSecrets } = await readStripeCredentials();
  const { webhooks } = new Stripe(secretKey);
  for (const secret of webhookSecrets) {
    const event = await webhooks
      .constructEventAsync(body, signature, secret, toleranceSeconds)
      .catch(() => undefined);
    if (event) return event;
  }
  throw new ApiError("bad_request");
}
