import type Stripe from "stripe";
import { webhookEvents } from "../events/event-types.ts";
import { callStripe } from "./client.ts";

/** Stripe posts an event within seconds, and again within minutes. */
const deliveryMs = 15 * 60_000;
/** Longer than Stripe tries to deliver an event, and than a reconciler that fails goes unnoticed. */
const windowMs = 7 * 24 * 60 * 60_000;
const most = 1000;

/**
 * Events of the last week that an endpoint of the account did not take, oldest first: those of our types, because another
 * system's endpoint may be down for long. Throws `StripeCallError`. Source: Stripe docs, "Process undelivered webhook events".
 */
export async function listUndeliveredEvents(): Promise<Stripe.Event[]> {
  const secondsAgo = (ms: number) => Math.floor((Date.now() - ms) / 1000);
  const created = { gte: secondsAgo(windowMs), lte: secondsAgo(deliveryMs) };
  const events = await callStripe((stripe) =>
    stripe.events
      .list({ types: [...webhookEvents], delivery_success: false, created, limit: 100 })
      .autoPagingToArray({ limit: most }),
  );
  return events.reverse();
}
