import Stripe from "stripe";
import { handleEvent } from "#functions/billing/events/handle-event.ts";
import { readStripeCredentials } from "#functions/platform/secrets.ts";
import { addLogFields } from "#functions/runtime/context.ts";
import { serve } from "#functions/runtime/endpoint.ts";
import { HttpError } from "#functions/runtime/http-error.ts";
import { countMetric, measureSeconds } from "#functions/runtime/metrics.ts";
import { stripeWebhook } from "#shared/endpoints.ts";

/** Rejects replays. */
const toleranceSeconds = 300;

/**
 * Returns the event. Throws 400 unless Stripe signed the body within the last five minutes, with any of the
 * current secrets.
 */
async function verifyEvent(body: string, signature: string): Promise<Stripe.Event> {
  const { secretKey, webhookSecrets } = await readStripeCredentials();
  const { webhooks } = new Stripe(secretKey);
  for (const secret of webhookSecrets) {
    const event = await webhooks
      .constructEventAsync(body, signature, secret, toleranceSeconds)
      .catch(() => undefined);
    if (event) return event;
  }
  throw new HttpError("bad_request");
}

/** Stripe retries for three days unless it gets a 200. */
export const handler = serve(stripeWebhook, async (_, { signed }) => {
  const event = await verifyEvent(signed.body, signed.signature);
  addLogFields({ stripeEvent: event.id, stripeEventType: event.type });
  countMetric("Webhooks");
  measureSeconds("WebhookAge", Date.now() / 1000 - event.created);
  await handleEvent(event);
  return { received: true as const };
});
