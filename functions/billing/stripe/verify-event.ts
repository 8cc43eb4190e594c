import Stripe from "stripe";
import { readStripeCredentials } from "#functions/platform/secrets.ts";
import { ApiError } from "#functions/runtime/api-error.ts";

/** Rejects replays. */
const toleranceSeconds = 300;

/** Throws 400 unless Stripe signed the body within the last five minutes, with any of the current secrets. */
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
