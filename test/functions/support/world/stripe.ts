/** A portal with Stripe: its emulator, a client of the SDK, and what happens there beside the portal. */
import Stripe from "stripe";
import { beforeEach, onTestFinished } from "vitest";
import type { Resources } from "#scripts/local/emulators/stripe/objects/stored.ts";
import type { TimeEvent } from "#scripts/local/emulators/stripe/simulate.ts";
import type { Fault } from "#scripts/local/faults.ts";
import { type PortalOptions, type Reply, startPortal } from "../portal.ts";

export type StripeState = { [Name in keyof Resources]: Resources[Name][] };

export interface WorldOptions extends Pick<PortalOptions, "hasTimeLimits" | "userPool"> {
  /** Stripe's events are delivered from the beginning of each test on. Without: once the test says so. */
  deliversEvents?: boolean;
}

export async function startWithStripe({ deliversEvents = false, ...options }: WorldOptions) {
  const portal = await startPortal({
    ...options,
    deliverWebhook: async (_url, body, headers) => (await deliverWebhook(body, headers)).status,
  });
  const deliverWebhook = (text: string, headers: Record<string, string>): Promise<Reply> =>
    portal.call("stripe-webhook", { text, headers });

  const { stripe: emulator } = portal;
  const { secretKey, webhookSecret } = emulator.describe() as { secretKey: string; webhookSecret: string };
  const { hostname, port } = new URL(portal.settings.STRIPE_API_URL ?? "");
  const stripe = new Stripe(secretKey, { host: hostname, port, protocol: "http", maxNetworkRetries: 0 });
  // The portal also learns by itself what Stripe did.
  function beginTest(): void {
    emulator.webhooks.mode = deliversEvents ? "deliver" : "drop";
  }
  beginTest();
  beforeEach(beginTest);

  const atStripe = {
    portal,
    emulator,
    stripe,
    secretKey,
    webhookSecret,
    deliverWebhook,
    /** All that Stripe holds. */
    stripeState: (): StripeState => (emulator.snapshot() as { state: StripeState }).state,
    /** As somebody may do it at Stripe. */
    changeState(work: (state: StripeState) => void): void {
      const snapshot = structuredClone(emulator.snapshot()) as { state: StripeState };
      work(snapshot.state);
      emulator.restore(snapshot);
    },
    /** As an operator may do it in Stripe's Dashboard. */
    changeAtStripe(resource: "charges" | "invoices" | "subscriptions", id: string, changes: object): void {
      atStripe.changeState((state) => {
        const all = state[resource].map((each) => (each.id === id ? { ...each, ...changes } : each));
        Object.assign(state, { [resource]: all });
      });
    },
    /** Another price of its one item. */
    changePrice(id: string, changes: object): void {
      const items = atStripe.stripeState().subscriptions.find((each) => each.id === id)?.items;
      const data = items?.data.map((item) => ({ ...item, price: { ...item.price, ...changes } }));
      atStripe.changeAtStripe("subscriptions", id, { items: { ...items, data } });
    },
    /** Resolves when the events of the work are delivered. */
    async settled<T>(work: () => T): Promise<Awaited<T>> {
      const result = await work();
      await emulator.webhooks.idle();
      return result;
    },
    /** Time passes for a subscription, and its events are delivered. */
    pass: (id: string, ...events: TimeEvent[]): Promise<void> =>
      atStripe.settled(() => {
        for (const event of events) emulator.passTime(id, { event });
      }),
    /** Stripe holds calls until the end of the test at the latest. */
    holdStripe(options: Parameters<typeof emulator.hold>[0] = {}) {
      const hold = emulator.hold(options);
      onTestFinished(hold.release);
      return hold;
    },
    failStripe: (fault: Partial<Fault> & { status: number }) =>
      portal.faults.add({ service: "stripe", ...fault }),
    /** Stripe's events, newest first. */
    eventsOf: (type: string) => emulator.events().filter((event) => event.type === type),
    /** The request that brings an event, signed now. */
    webhookOf(event: object | undefined): { text: string; headers: Record<string, string> } {
      const text = JSON.stringify(event);
      const signed = { payload: text, secret: webhookSecret, timestamp: Math.floor(Date.now() / 1000) };
      return { text, headers: { "stripe-signature": stripe.webhooks.generateTestHeaderString(signed) } };
    },
    /** Sends the event of that kind about that object. */
    sendEvent(type: string, objectId: string): Promise<Reply> {
      const { text, headers } = atStripe.webhookOf(
        atStripe.eventsOf(type).find(({ data }) => data.object.id === objectId),
      );
      return deliverWebhook(text, headers);
    },
    /** The id of a subscription's newest invoice. */
    latestInvoiceOf: async (subscriptionId = ""): Promise<string> =>
      String((await stripe.subscriptions.retrieve(subscriptionId)).latest_invoice),
  };
  return atStripe;
}
export type AtStripe = Awaited<ReturnType<typeof startWithStripe>>;
