import type Stripe from "stripe";
import { dayMs } from "#shared/durations.ts";
import { webhookEvents } from "../events/event-types.ts";
import { callStripe } from "./client.ts";

/** Stripe posts an event within seconds, and again within minutes. */
const deliveryMs = 15 * 60_000;
/** Longer than Stripe tries to deliver an event, and than a reconciler that fails goes unnoticed. */
const windowMs = 7 * dayMs;
/** Pages of 100 that one run reads. */
const mostPages = 60;

/**
 * Events of the last week that an endpoint of the account did not take, newest first: those of our types, because another system's
 * endpoint may be down for long, and its events stand between ours. `onLimit` is called when there are more than a run reads.
 * Throws `StripeCallError`. Source: Stripe docs, "Process undelivered webhook events".
 */
export async function* listUndeliveredEvents(onLimit: () => void): AsyncGenerator<Stripe.Event> {
  const secondsAgo = (ms: number) => Math.floor((Date.now() - ms) / 1000);
  const created = { gte: secondsAgo(windowMs), lte: secondsAgo(deliveryMs) };
  const wanted = { types: [...webhookEvents], delivery_success: false, created, limit: 100 };
  let after: { starting_after?: string } = {};
  for (let page = 0; page < mostPages; page += 1) {
    const { data, has_more: hasMore } = await callStripe((stripe) =>
      stripe.events.list({ ...wanted, ...after }),
    );
    yield* data;
    const last = data.at(-1);
    if (!hasMore || last === undefined) return;
    after = { starting_after: last.id };
  }
  onLimit();
}

/** Throws `StripeCallError`. Stripe keeps an event for 30 days. */
export const readEvent = (id: string): Promise<Stripe.Event> =>
  callStripe((stripe) => stripe.events.retrieve(id));
