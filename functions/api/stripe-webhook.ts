import { handleEvent } from "#functions/billing/events/handle-event.ts";
import { verifyEvent } from "#functions/billing/stripe/verify-event.ts";
import { serve } from "#functions/runtime/endpoint.ts";
import { addLogFields } from "#functions/runtime/log.ts";
import { count, measureSeconds } from "#functions/runtime/metrics.ts";
import { stripeWebhook } from "#shared/endpoints.ts";

/** Stripe retries for three days unless it gets a 200. */
export const handler = serve(stripeWebhook, async (_, { signed }) => {
  const event = await verifyEvent(signed.body, signed.signature);
  addLogFields({ stripeEvent: event.id, stripeEventType: event.type });
  count("Webhooks");
  measureSeconds("WebhookAge", Date.now() / 1000 - event.created);
  await handleEvent(event);
  return { received: true as const };
});
