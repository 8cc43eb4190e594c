import { handleEvent } from "#functions/billing/events/handle-event.ts";
import { listUndeliveredEvents } from "#functions/billing/stripe/undelivered-events.ts";
import { type NextPart, type Pass, processPage, runPass } from "../passes/pass.ts";

/**
 * Handles Stripe's events whose webhook was lost, e.g. of a renewal that was not paid. Stripe lists an event
 * as undelivered for a week, also after it was handled: each pass reads it again, and one that fails is tried
 * by the next pass. docs/runbooks/stripe.md#events-that-no-webhook-delivered
 */
export const handleUndeliveredEvents = (timeMs: number) =>
  runPass({
    name: "undelivered-events",
    age: "UndeliveredEventsAge",
    // The next pass begins when the last one has ended.
    period: new Date().toISOString(),
    timeMs,
    part,
  });

async function part({ cursor, counts }: Pass): Promise<NextPart> {
  const { events, next } = await listUndeliveredEvents(cursor);
  await processPage(events.reverse(), handleEvent, "undelivered event could not be handled");
  return { cursor: next, counts: { events: (counts.events ?? 0) + events.length } };
}
