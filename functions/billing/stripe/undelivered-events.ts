import type Stripe from "stripe";
import { dayMs } from "#shared/durations.ts";
import { callStripe, nextPage, pageAfter } from "./client.ts";
import { webhookEvents } from "./event-types.ts";

/** Stripe delivers an event within seconds, and retries within minutes. */
const deliveryMs = 15 * 60_000;
/** Longer than Stripe's retries, and longer than a failing reconciler goes unnoticed. */
const windowMs = 7 * dayMs;

/**
 * Returns 100 events of the last week that an endpoint of the account did not accept, newest first, after the
 * event with that id. Only of the portal's types: the endpoint of another system may be down for long, with
 * many events. Throws `StripeCallError`. Source: Stripe docs, "Process undelivered webhook events".
 */
export async function listUndeliveredEvents(
  after: string | undefined,
): Promise<{ events: Stripe.Event[]; next: string | undefined }> {
  const secondsAgo = (ms: number) => Math.floor((Date.now() - ms) / 1000);
  const created = { gte: secondsAgo(windowMs), lte: secondsAgo(deliveryMs) };
  const wanted = { types: [...webhookEvents], delivery_success: false, created };
  const page = await callStripe((stripe) => stripe.events.list({ ...wanted, ...pageAfter(after) }));
  return { events: page.data, next: nextPage(page) };
}

/** Retrieves an event, which Stripe keeps for 30 days. Throws `StripeCallError`. */
export const readEvent = (id: string): Promise<Stripe.Event> =>
  callStripe((stripe) => stripe.events.retrieve(id));
