import { callStripe } from "#functions/billing/stripe/client.ts";
import { stripeWebhook } from "#shared/endpoints.ts";

/** The events of the webhook endpoint that upgrades depend on. */
const requiredEvents = ["checkout.session.completed", "customer.subscription.deleted"];

/** Throws unless Stripe has an enabled webhook endpoint for this site. */
export async function checkWebhookEndpoint(siteUrl: string): Promise<void> {
  const { data } = await callStripe((stripe) => stripe.webhookEndpoints.list({ limit: 100 }));
  const url = new URL(stripeWebhook.path, siteUrl).href;
  const ours = data.filter((endpoint) => endpoint.url === url && endpoint.status === "enabled");
  if (ours.length === 0) throw new Error("Stripe has no enabled webhook endpoint for this site");
  const events = ours.flatMap((endpoint) => endpoint.enabled_events);
  const isSent = (event: string) => events.some((name) => name === event || name === "*");
  if (!requiredEvents.every(isSent)) throw new Error("the webhook endpoint misses events");
}
