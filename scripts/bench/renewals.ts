import { webhookEvents } from "#functions/billing/stripe/event-types.ts";
import type { CallRequest } from "#scripts/local/edge/gateway-event.ts";
import { stripeAt } from "#scripts/operator/stripe/client.ts";

interface StripeKeys {
  secretKey: string;
  webhookSecret: string;
}

/** Lets a month pass for each subscription. Returns the webhooks that Stripe would send, by customer. */
export async function renewAll(origin: string): Promise<Map<string, CallRequest[]>> {
  const { secretKey, webhookSecret } = (await getJson<{ stripe: StripeKeys }>(`${origin}/__local/services`))
    .stripe;
  const stripe = stripeAt(secretKey, process.env.STRIPE_API_URL);
  const webhooks = new Map<string, CallRequest[]>();
  for (const { id, metadata } of (await stripe.subscriptions.list({ limit: 100 })).data) {
    const latest = async () => (await stripe.events.list({ types: [...webhookEvents], limit: 10 })).data;
    const before = new Set((await latest()).map((event) => event.id));
    await postJson(`${origin}/__local/stripe/subscriptions/${id}`, { event: "period_ended", webhook: false });
    const events = (await latest()).filter((event) => !before.has(event.id)).reverse();
    const signed = events.map((event): CallRequest => {
      const signature = { payload: JSON.stringify(event), secret: webhookSecret };
      const headers = { "stripe-signature": stripe.webhooks.generateTestHeaderString(signature) };
      return { path: "/api/stripe/webhook", body: event, headers };
    });
    webhooks.set(metadata.sub ?? "", signed);
  }
  return webhooks;
}

export async function getJson<T>(url: string): Promise<T> {
  const response = await fetch(url);
  return (await response.json()) as T;
}

export const postJson = (url: string, body: object) =>
  fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
