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
    const open = () => openCheckout(local.stripe, { customer: customer.id });
    await expect(open()).rejects.toMatchObject({ code: "customer_tax_location_invalid" });
    await local.stripe.customers.update(customer.id, { address: { country: "JP" } });
    const session = await open();
    const answer = await press(session.url ?? "", "paid", "jcb");
    expect(answer.status).toBe(303);
    expect(answer.headers.get("location")).toBe(
      `http://localhost:3000/upgrade/payment?uuid=u&session=${session.id}`,
    );

    const paid = await local.stripe.checkout.sessions.retrieve(session.id, {
      expand: ["subscription.latest_invoice", "subscription.default_payment_method", "customer"],
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
          total: 11_000,
          amount_remaining: 0,
          billing_reason: "subscription_create",
        },
      },
    });
    expect(eventTypes()).toEqual([
      "customer.created",
      "customer.updated",
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
    const retrieve = () => local.stripe.checkout.sessions.retrieve(session.id, { expand: ["subscription"] });
    const processing = await retrieve();
    expect(processing).toMatchObject({
      status: "complete",
      payment_status: "unpaid",
      subscription: { status: "incomplete" },
    });
    const { data } = await local.stripe.invoicePayments.list({ invoice: String(processing.invoice) });
    const intent = await local.stripe.paymentIntents.retrieve(String(data[0]?.payment.payment_intent));
    expect(intent.status).toBe("processing");
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
    const done = await local.stripe.checkout.sessions.retrieve(session.id);
    expect(done).toMatchObject({ status: "complete", payment_status: "no_payment_required" });
    const intent = await local.stripe.setupIntents.retrieve(String(done.setup_intent));
    expect(intent).toMatchObject({ status: "succeeded", customer: customer.id });
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
    ["a relative address", { success_url: "/upgrade" }, "success_url", undefined],
  ])("refuses %s", async (_, changes, param, code) => {
    await expect(openCheckout(local.stripe, changes)).rejects.toMatchObject({
      type: "StripeInvalidRequestError",
      statusCode: 400,
      param,
      code,
    });
  });
});
