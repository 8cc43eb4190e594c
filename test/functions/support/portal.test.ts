import { setTimeout as sleep } from "node:timers/promises";
import Stripe from "stripe";
import { describe, expect, test } from "vitest";
import { handler as health } from "#functions/api/health.ts";
import { eventOf } from "./events.ts";
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
    expect((await portal.call("health", health, eventOf({}))).status).toBe(200);
    const { secretKey } = portal.stripe.describe() as { secretKey: string };
    const { hostname, port } = new URL(portal.settings.STRIPE_API_URL ?? "");
    const stripe = new Stripe(secretKey, { host: hostname, port, protocol: "http" });
    const success_url = "https://portal.example/";
    const { id } = await stripe.checkout.sessions.create({ mode: "setup", currency: "jpy", success_url });
    await stripe.checkout.sessions.expire(id);
    await expect.poll(() => deliveries).toBe(1);
  });
});

/** A process runs file after file: the next one's environment is not this portal's to change. */
describe("after its tests", () => {
  test("a call of a portal is refused and changes no environment variable, and Stripe sends nothing again", async () => {
    const before = { ...process.env };
    await expect(portal.call("health", health, eventOf({}))).rejects.toThrow("closed");
    // The first retry comes after a second.
    await sleep(1500);
    expect(deliveries).toBe(1);
    expect(process.env).toEqual(before);
  });
});
