/** A portal with Stripe: its emulator, a client of the SDK, and what happens there beside the portal. */
import Stripe from "stripe";
import { beforeEach, onTestFinished } from "vitest";
import type { Fault } from "#scripts/local/faults.ts";
import { type PortalOptions, type Reply, startPortal } from "../portal.ts";

export async function startWithStripe(options: Pick<PortalOptions, "hasTimeLimits" | "userPool">) {
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
  // Until a test wants them delivered: the portal learns by itself what Stripe did.
  function dropEvents(): void {
    emulator.webhooks.mode = "drop";
  }
  dropEvents();
  beforeEach(dropEvents);

  const atStripe = {
    portal,
    emulator,
    stripe,
    secretKey,
    webhookSecret,
    deliverWebhook,
    /** As an operator may do it in Stripe's Dashboard. */
    changeAtStripe(resource: "charges" | "invoices" | "subscriptions", id: string, changes: object): void {
      const { state, ...rest } = emulator.snapshot() as { state: Record<string, { id: string }[]> };
      const all = state[resource]?.map((each) => (each.id === id ? { ...each, ...changes } : each));
      emulator.restore({ ...rest, state: { ...state, [resource]: all } });
    },
    /** Another price of its one item. */
    changePrice(id: string, changes: object): void {
      const { state } = emulator.snapshot() as { state: { subscriptions: Stripe.Subscription[] } };
      const items = state.subscriptions.find((each) => each.id === id)?.items;
      const data = items?.data.map((item) => ({ ...item, price: { ...item.price, ...changes } }));
      atStripe.changeAtStripe("subscriptions", id, { items: { ...items, data } });
    },
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
    /** Sends the event of that kind about that object, signed now. */
    sendEvent(type: string, objectId: string): Promise<Reply> {
      const event = atStripe.eventsOf(type).find(({ data }) => data.object.id === objectId);
      const payload = JSON.stringify(event);
      const timestamp = Math.floor(Date.now() / 1000);
      const signed = { payload, secret: webhookSecret, timestamp };
      return deliverWebhook(payload, {
        "stripe-signature": stripe.webhooks.generateTestHeaderString(signed),
      });
    },
  };
  return atStripe;
}
export type AtStripe = Awaited<ReturnType<typeof startWithStripe>>;
