import type Stripe from "stripe";
import { handleEvent, isSeen } from "#functions/billing/events/handle-event.ts";
import { listUndeliveredEvents } from "#functions/billing/stripe/undelivered-events.ts";
import type { Item } from "#functions/platform/table.ts";
import { optionalEnvironment } from "#functions/runtime/environment.ts";
import { errorFields, log } from "#functions/runtime/log.ts";
import { countMetric } from "#functions/runtime/metrics.ts";
import { processRows } from "#functions/tasks/run.ts";

/** Handles Stripe's events whose webhook was lost, e.g. of a renewal that was not paid. */
export const handleUndeliveredEvents = () =>
  processRows({
    rows: newEvents(),
    parse: ({ event }): Stripe.Event => event,
    // Oldest first; behind them those that this sandbox tried: milliseconds are more than Stripe's seconds.
    order: (one, other) => turnOf(one) - turnOf(other),
    settle: (event) => {
      triedAt.set(event.id, Date.now());
      return handleEvent(event);
    },
    failure: "undelivered event could not be handled",
  });

const turnOf = ({ id, created }: Stripe.Event): number => triedAt.get(id) ?? created;

/** Read as seen by this sandbox before: Stripe lists an event as undelivered for a week, also after it was handled. */
const seen = new Set<string>();

/** When this sandbox tried an event last: those that fail every time must not take all the time of a run. */
const triedAt = new Map<string, number>();

async function* newEvents(): AsyncGenerator<Item> {
  // Without a price nobody pays.
  if (optionalEnvironment("STRIPE_PRICE_ID") === undefined) return;
  try {
    for await (const event of listUndeliveredEvents(reportLimit)) {
      if (seen.has(event.id)) continue;
      if (await isSeen(event.id)) seen.add(event.id);
      else yield { sk: event.id, event };
    }
  } catch (error) {
    // The events listed before the error are handled; the next run continues.
    log("error", "undelivered events could not be listed", errorFields(error));
    countMetric("TasksFailed");
  }
}

/** Older ones are not reached until the endpoint that refuses them works again: docs/runbooks/stripe.md. */
function reportLimit(): void {
  log("error", "more undelivered events than one run reads");
  countMetric("TasksFailed");
}
