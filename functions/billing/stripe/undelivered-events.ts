import type Stripe from "stripe";
import { dayMs } from "#shared/durations.ts";
import { callStripe } from "./client.ts";
import { webhookEvents } from "./event-types.ts";
import { nextPage, pageBehind } from "./pages.ts";

/** Stripe posts an event within seconds, and again within minutes. */
const deliveryMs = 15 * 60_000;
/** Longer than Stripe tries to deliver an event, and than a reconciler that fails goes unnoticed. */
const windowMs = 7 * dayMs;

/**
 * 100 events of the last week that an endpoint of the account did not take, newest first, behind the one with that id: those of our
 * types, because another system's endpoint may be down for long, and its events stand between ours. Throws `StripeCallError`. Source:
 * Stripe docs, "Process undelivered webhook events".
 */
export async function listUndeliveredEvents(
  after: string | undefined,
): Promise<{ events: Stripe.Event[]; next: string | undefined }> {
  const secondsAgo = (ms: number) => Math.floor((Date.now() - ms) / 1000);
  const created = { gte: secondsAgo(windowMs), lte: secondsAgo(deliveryMs) };
  const wanted = { types: [...webhookEvents], delivery_success: false, created };
  const page = await callStripe((stripe) => stripe.events.list({ ...wanted, ...pageBehind(after) }));
  return { events: page.data, next: nextPage(page) };
}

/** Throws `StripeCallError`. Stripe keeps an event for 30 days. */
export const readEvent = (id: string): Promise<Stripe.Event> =>
  callStripe((stripe) => stripe.events.retrieve(id));
