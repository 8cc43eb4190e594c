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

  it("are repeated until they are taken", async () => {
    local.portal.answers.push(500, 503);
    await local.stripe.customers.create({ name: "A" });
    await vi.waitFor(() => expect(named("customer.created")).toHaveLength(3), 60_000);
    await local.emulator.webhooks.idle();
    expect(local.emulator.webhooks.attempts.map(({ status }) => status)).toEqual([500, 503, 200]);
    expect(new Set(named("customer.created").map(({ event }) => event.id)).size).toBe(1);
    expect(local.emulator.events()[0]?.pending_webhooks).toBe(0);
  });

  it("are given up after the last attempt", async () => {
    local.portal.answers.push(500, 500, 500, 500);
    await local.stripe.customers.create({ name: "A" });
    await vi.waitFor(() => expect(named("customer.created")).toHaveLength(3), 60_000);
    await local.emulator.webhooks.idle();
    expect(local.emulator.webhooks.waiting()).toBe(0);
    expect(named("customer.created")).toHaveLength(3);
    expect(local.emulator.events()[0]?.pending_webhooks).toBe(1);
  });
});
