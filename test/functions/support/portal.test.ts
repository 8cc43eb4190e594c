import Stripe from "stripe";
import { describe, expect, test, vi } from "vitest";
import { type Portal, startPortal } from "./portal.ts";

let portal: Portal;
let deliveries = 0;

describe("while its tests run", async () => {
  portal = await startPortal({
    deliverWebhook: async () => {
      deliveries += 1;
      return 500;
    },
  });

  test("a portal answers, and Stripe sends events to it", async () => {
    expect((await portal.call("health")).status).toBe(200);
    const { secretKey } = portal.stripe.describe() as { secretKey: string };
    const { hostname, port } = new URL(portal.settings.STRIPE_API_URL ?? "");
    const stripe = new Stripe(secretKey, { host: hostname, port, protocol: "http" });
    const success_url = "https://portal.example/";
    const { id } = await stripe.checkout.sessions.create({ mode: "setup", currency: "jpy", success_url });
    await stripe.checkout.sessions.expire(id);
    await expect.poll(() => deliveries).toBe(1);
  });
});

// It waits for no answer of Stripe's: a retry that is due would keep the file open, which fails it.
describe("after its tests", () => {
  test("a call of a portal is refused, and fails its file whatever the caller expects", async () => {
    const { promise: thrown, resolve } = Promise.withResolvers<() => void>();
    vi.spyOn(globalThis, "queueMicrotask").mockImplementation(resolve);
    await expect(portal.call("health")).rejects.toThrow("closed");
    expect(await thrown).toThrow("health is called after its portal was closed");
  });
});
