import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openCheckout, press, priceId, type StripeUnderTest, startStripe } from "./stripe.ts";

let local: StripeUnderTest;
beforeEach(async () => {
  local = await startStripe();
});
afterEach(() => local.close());

const eventTypes = () =>
  local.emulator
    .events()
    .map(({ type }) => type)
    .reverse();

describe("Checkout Sessions", () => {
  it("becomes a paid subscription when the customer pays on the page", async () => {
    const customer = await local.stripe.customers.create({ email: "taro@example.com", name: "山田 太郎" });
    const session = await openCheckout(local.stripe, { customer: customer.id });
    const answer = await press(session.url ?? "", "paid", "jcb");
    expect(answer.status).toBe(303);
    expect(answer.headers.get("location")).toBe(
      `http://localhost:3000/upgrade/payment?uuid=u&session=${session.id}`,
    );

    const paid = await local.stripe.checkout.sessions.retrieve(session.id, {
      expand: ["subscription.latest_invoice.payments", "subscription.default_payment_method", "customer"],
    });
    expect(paid).toMatchObject({
      status: "complete",
      payment_status: "paid",
      url: null,
      customer: { id: customer.id, email: "taro@example.com" },
      subscription: {
        status: "active",
        metadata: { customerId: "C-1" },
        collection_method: "charge_automatically",
        default_payment_method: { card: { brand: "jcb" } },
        items: { data: [{ price: { id: priceId } }] },
        latest_invoice: {
          status: "paid",
          total: 12_100,
          amount_remaining: 0,
          billing_reason: "subscription_create",
          payments: { data: [{ status: "paid", payment: { type: "payment_intent" } }] },
        },
      },
    });
    expect(eventTypes()).toEqual([
      "customer.created",
      "payment_method.attached",
      "customer.subscription.created",
      "invoice.created",
      "payment_intent.created",
      "invoice.finalized",
      "charge.succeeded",
      "payment_intent.succeeded",
      "invoice_payment.paid",
      "invoice.paid",
      "invoice.payment_succeeded",
      "customer.subscription.updated",
      "checkout.session.completed",
    ]);
  });

  it("lets a declined card be tried again", async () => {
    const session = await openCheckout(local.stripe);
    const declined = await press(session.url ?? "", "declined");
    const page = await fetch(new URL(declined.headers.get("location") ?? "", local.origin));
    expect(await page.text()).toContain("カードが拒否されました");
    expect(await local.stripe.checkout.sessions.retrieve(session.id)).toMatchObject({ status: "open" });
    expect((await press(session.url ?? "", "paid")).status).toBe(303);
  });

  it.each([
    ["paid", "paid", "active", "checkout.session.async_payment_succeeded"],
    ["declined", "unpaid", "incomplete", "checkout.session.async_payment_failed"],
  ] as const)("waits for the bank, then is %s", async (outcome, paymentStatus, status, event) => {
    const session = await openCheckout(local.stripe);
    await press(session.url ?? "", "pending");
    const retrieve = () =>
      local.stripe.checkout.sessions.retrieve(session.id, {
        expand: ["subscription", "invoice.payments.data.payment.payment_intent"],
      });
    const processing = { payments: { data: [{ payment: { payment_intent: { status: "processing" } } }] } };
    expect(await retrieve()).toMatchObject({
      status: "complete",
      payment_status: "unpaid",
      subscription: { status: "incomplete" },
      invoice: processing,
    });
    local.emulator.decide(session.id, { outcome });
    expect(await retrieve()).toMatchObject({ payment_status: paymentStatus, subscription: { status } });
    expect(eventTypes().at(-1)).toBe(event);
    expect(() => local.emulator.decide(session.id, { outcome })).toThrow("can no longer be paid");
  });

  it("expires by time or on demand, and then cannot be paid", async () => {
    const [early, late] = [await openCheckout(local.stripe), await openCheckout(local.stripe)];
    expect(await local.stripe.checkout.sessions.expire(early.id)).toMatchObject({
      status: "expired",
      url: null,
    });
    await expect(local.stripe.checkout.sessions.expire(early.id)).rejects.toThrow('status of "expired"');
    local.pass(86_401);
    expect(await local.stripe.checkout.sessions.retrieve(late.id)).toMatchObject({ status: "expired" });
    expect(() => local.emulator.decide(late.id, { outcome: "paid" })).toThrow("expired");
    expect(await (await press(late.url ?? "", "paid")).text()).toContain("有効期限が切れています");
    expect(eventTypes().filter((type) => type === "checkout.session.expired")).toHaveLength(2);
  });

  it("saves a card in setup mode", async () => {
    const customer = await local.stripe.customers.create({ email: "taro@example.com" });
    const session = await local.stripe.checkout.sessions.create({
      mode: "setup",
      currency: "jpy",
      customer: customer.id,
      success_url: "http://localhost:3000/update",
      cancel_url: "http://localhost:3000/update",
    });
    const page = await (await fetch(session.url ?? "")).text();
    expect(page).toContain("カード情報の登録");
    expect(page).not.toContain("3Dセキュア");
    await press(session.url ?? "", "paid", "mastercard");
    const done = await local.stripe.checkout.sessions.retrieve(session.id, { expand: ["setup_intent"] });
    expect(done).toMatchObject({
      status: "complete",
      payment_status: "no_payment_required",
      setup_intent: { status: "succeeded", customer: customer.id },
    });
    const { data } = await local.stripe.customers.listPaymentMethods(customer.id, { type: "card" });
    expect(data.map(({ card }) => card?.brand)).toEqual(["mastercard"]);
  });

  it.each([
    [
      "an unknown price",
      { line_items: [{ price: "price_none" }] },
      "line_items[0][price]",
      "resource_missing",
    ],
    ["an unknown customer", { customer: "cus_none" }, "customer", "resource_missing"],
    ["no line items", { line_items: [] }, "line_items", "parameter_missing"],
    ["a relative address", { success_url: "/upgrade" }, "success_url", "url_invalid"],
    ["setup data", { setup_intent_data: { description: "x" } }, "setup_intent_data", undefined],
  ])("refuses %s", async (_, changes, param, code) => {
    await expect(openCheckout(local.stripe, changes)).rejects.toMatchObject({
      type: "StripeInvalidRequestError",
      statusCode: 400,
      param,
      code,
    });
  });
});
