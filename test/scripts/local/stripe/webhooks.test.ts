import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openCheckout, type StripeUnderTest, startStripe } from "./stripe.ts";

let local: StripeUnderTest;
beforeEach(async () => {
  local = await startStripe();
});
afterEach(() => local.close());

const named = (type: string) => local.portal.received.filter(({ event }) => event.type === type);
const pay = async (webhook = true) => {
  const session = await openCheckout(local.stripe);
  local.emulator.decide(session.id, { outcome: "paid", webhook });
  return session;
};

describe("webhooks", () => {
  it("are signed as the SDK checks it, and tell what happened", async () => {
    const session = await pay();
    await local.emulator.webhooks.idle();
    const [completed] = named("checkout.session.completed");
    expect(completed?.signature).toMatch(/^t=\d{10},v1=[0-9a-f]{64}$/);
    expect(completed?.event).toMatchObject({
      object: "event",
      api_version: "2026-10-28.endive",
      livemode: false,
      data: { object: { id: session.id, status: "complete", payment_status: "paid" } },
    });
    const [activated] = named("customer.subscription.updated");
    expect(activated?.event.data).toMatchObject({
      object: { status: "active" },
      previous_attributes: { status: "incomplete" },
    });
  });

  it("can be asked for again through the API", async () => {
    await pay();
    await local.emulator.webhooks.idle();
    const { data } = await local.stripe.events.list({ type: "checkout.session.*" });
    expect(data).toHaveLength(1);
    const event = await local.stripe.events.retrieve(data[0]?.id ?? "");
    expect(event).toMatchObject({ type: "checkout.session.completed", pending_webhooks: 0 });
    const endpoints = await local.stripe.webhookEndpoints.list();
    expect(endpoints.data[0]).toMatchObject({
      url: local.portal.url,
      status: "enabled",
      enabled_events: ["*"],
    });
  });

  it("name the request and its idempotency key", async () => {
    await local.stripe.customers.create({ name: "A" }, { idempotencyKey: "key-1" });
    await local.emulator.webhooks.idle();
    expect(named("customer.created")[0]?.event.request).toMatchObject({
      id: expect.stringMatching(/^req_/),
      idempotency_key: "key-1",
    });
  });

  it("are repeated until they are taken", async () => {
    local.portal.answers.push(500, 503);
    await local.stripe.customers.create({ name: "A" });
    await vi.waitFor(() => expect(named("customer.created")).toHaveLength(3));
    await local.emulator.webhooks.idle();
    expect(local.emulator.webhooks.attempts.map(({ status }) => status)).toEqual([500, 503, 200]);
    expect(new Set(named("customer.created").map(({ event }) => event.id)).size).toBe(1);
    expect(local.emulator.events()[0]?.pending_webhooks).toBe(0);
  });

  it("are given up after the last attempt", async () => {
    local.portal.answers.push(500, 500, 500, 500);
    await local.stripe.customers.create({ name: "A" });
    await vi.waitFor(() => expect(named("customer.created")).toHaveLength(3));
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(named("customer.created")).toHaveLength(3);
    expect(local.emulator.events()[0]?.pending_webhooks).toBe(1);
  });

  it("come late", async () => {
    local.emulator.webhooks.delayMs = 150;
    await local.stripe.customers.create({ name: "A" });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(local.portal.received).toEqual([]);
    await local.emulator.webhooks.idle();
    expect(local.portal.types()).toEqual(["customer.created"]);
  });

  it("come twice", async () => {
    await pay();
    await local.emulator.webhooks.idle();
    const [first] = named("invoice.paid");
    await local.emulator.webhooks.redeliver(first?.event.id ?? "", 2);
    expect(named("invoice.paid").map(({ event }) => event.id)).toEqual(Array(3).fill(first?.event.id));
  });

  it("come out of order", async () => {
    const { webhooks } = local.emulator;
    webhooks.mode = "hold";
    await pay();
    expect(local.portal.received).toEqual([]);
    await webhooks.deliverHeld(["checkout.session.completed", "customer.subscription.created"]);
    expect(local.portal.types()).toEqual(["checkout.session.completed", "customer.subscription.created"]);
    expect(webhooks.held().map(({ type }) => type)).toContain("invoice.paid");
    await webhooks.deliverHeld();
    expect(webhooks.held()).toEqual([]);
    expect(named("invoice.paid")).toHaveLength(1);
  });

  it("never come", async () => {
    local.emulator.webhooks.mode = "drop";
    await pay();
    local.emulator.webhooks.mode = "deliver";
    await pay(false);
    await local.emulator.webhooks.idle();
    expect(local.portal.types()).toEqual([]);
    const { data } = await local.stripe.events.list({ type: "checkout.session.completed" });
    expect(data).toHaveLength(2);
  });
});
