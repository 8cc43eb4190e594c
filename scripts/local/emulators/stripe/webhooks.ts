/**
 * Events on their way to the portal: signed, really posted, repeated until they are taken. As with Stripe they go
 * out all at once, so that no order is promised; a test can hold them, drop them, shuffle them or send them twice.
 */
import Stripe from "stripe";
import type { Scope } from "../../scope.ts";
import type { Clock } from "../emulator.ts";
import { invalidRequest } from "./api/stripe-error.ts";
import type { StoredEvent } from "./objects/stored.ts";

/** Returns the HTTP status that the receiver answered. */
export type DeliverWebhook = (url: string, body: string, headers: Record<string, string>) => Promise<number>;

export interface WebhookOptions {
  clock: Clock;
  secret: string;
  url: () => string;
  /** Event types; `*` for all. */
  enabledEvents: readonly string[];
  deliver: DeliverWebhook;
  /** Milliseconds before each further attempt. */
  retryDelays: readonly number[];
  find(eventId: string): StoredEvent;
  scope: Scope;
}

interface Attempt {
  eventId: string;
  type: string;
  /** 0 when nobody answered. */
  status: number;
}

export function createWebhooks(options: WebhookOptions) {
  const { clock, secret, url, enabledEvents, deliver, retryDelays, find, scope } = options;
  const attempts: Attempt[] = [];
  const underWay = new Set<Promise<void>>();
  /** Those that wait for their next attempt. A reset forgets them. */
  let retries = new Set<StoredEvent>();
  let held: StoredEvent[] = [];

  async function attempt(event: StoredEvent, count: number): Promise<void> {
    const body = JSON.stringify(event, undefined, 2);
    const status = await deliver(url(), body, headersFor(body, secret, clock())).catch(() => 0);
    attempts.push({ eventId: event.id, type: event.type, status });
    if (status >= 200 && status < 300) event.pending_webhooks = 0;
    else retryLater(event, count);
  }

  function retryLater(event: StoredEvent, count: number): void {
    const delay = retryDelays[count];
    if (delay === undefined) return;
    const ours = retries.add(event);
    scope.after(delay, () => (ours.delete(event) ? track(attempt(event, count + 1)) : undefined));
  }

  function track(delivery: Promise<void>): Promise<void> {
    const tracked = delivery.finally(() => underWay.delete(tracked));
    underWay.add(tracked);
    return scope.track(tracked);
  }

  const webhooks = {
    /** The delivery of events from now on: sent at once, held for `deliverHeld`, or never sent. */
    mode: "deliver" as "deliver" | "hold" | "drop",
    /** Every attempt so far, oldest first. */
    attempts: attempts as readonly Attempt[],
    held: () => [...held],
    /** Sends what is held, one after the other; `order` names events by id or type, the rest stays held. */
    async deliverHeld(order: readonly string[] = held.map(({ id }) => id)): Promise<void> {
      for (const name of order) {
        const event = held.find(({ id, type }) => id === name || type === name);
        if (!event) throw invalidRequest(`No event ${name} is held.`);
        held = held.filter((each) => each !== event);
        await track(attempt(event, 0));
      }
    },
    async redeliver(eventId: string, times = 1): Promise<void> {
      const event = find(eventId);
      for (let count = 0; count < times; count += 1) await track(attempt(event, retryDelays.length));
    },
    /** Deliveries that failed and wait for their next attempt. */
    waiting: () => retries.size,
    /** Resolves when no delivery is under way; one that waits for its next attempt is not. */
    async idle(): Promise<void> {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };

  return {
    control: webhooks,
    /** An event has happened. */
    send(event: StoredEvent): void {
      const isWanted = enabledEvents.includes("*") || enabledEvents.includes(event.type);
      if (!isWanted) event.pending_webhooks = 0;
      if (!isWanted || webhooks.mode === "drop") return;
      if (webhooks.mode === "hold") held.push(event);
      else void track(attempt(event, 0));
    },
    /** Runs `work`, whose events are recorded and never sent. */
    silently<T>(work: () => T): T {
      const { mode } = webhooks;
      webhooks.mode = "drop";
      try {
        return work();
      } finally {
        webhooks.mode = mode;
      }
    },
    reset(): void {
      retries = new Set();
      held = [];
      attempts.length = 0;
      webhooks.mode = "deliver";
    },
  };
}

function headersFor(payload: string, secret: string, time: number): Record<string, string> {
  const timestamp = Math.floor(time / 1000);
  return {
    "content-type": "application/json; charset=utf-8",
    "stripe-signature": Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp }),
    "user-agent": "Stripe/1.0 (+https://stripe.com/docs/webhooks)",
  };
}

export const postWebhook: DeliverWebhook = async (url, body, headers) => {
  const response = await fetch(url, {
    method: "POST",
    body,
    headers,
    redirect: "manual",
    signal: AbortSignal.timeout(20_000),
  });
  await response.arrayBuffer();
  return response.status;
};
