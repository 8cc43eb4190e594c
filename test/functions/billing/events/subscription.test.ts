import { beforeEach, describe, expect, test } from "vitest";
import { type Payer, startPaying } from "#test/functions/support/paying.ts";
import { advance } from "#test/functions/support/portal.ts";

const paying = await startPaying();

beforeEach(() => {
  paying.emulator.webhooks.mode = "drop";
});

/** A standard customer, and the subscription's id; from here on every event is heard. */
async function upgraded(by: "card" | "invoice"): Promise<[payer: Payer, subscriptionId: string]> {
  const upgraded = await paying.upgradedPayer(by);
  paying.emulator.webhooks.mode = "deliver";
  return upgraded;
}
const newestMail = ({ email }: Payer) => paying.portal.inbox.list(email)[0];
const planOf = async (payer: Payer) => (await paying.recordOf(payer)).plan;

describe("an unpaid contract", () => {
  test("a declined renewal sends a mail with what to do; the plan stays while Stripe retries", async () => {
    const [payer, subscription] = await upgraded("card");
    const invoiceId = paying.emulator.simulate.paymentFailed(subscription);
    await paying.emulator.webhooks.idle();
    const { text, subject } = newestMail(payer) ?? {};
    const { hosted_invoice_url: page } = await paying.stripe.invoices.retrieve(invoiceId);
    expect(subject).toBe("【電話連携プラグイン】カードでのお支払いを確認できませんでした");
    for (const part of [
      "株式会社テスト商事",
      "山田 太郎 様",
      "カード情報の変更",
      "https://portal.example/signin",
      page,
    ]) {
      expect(text).toContain(part);
    }
    expect(await planOf(payer)).toBe("standard");
    const [event] = paying.eventsOf("invoice.payment_failed");
    await paying.emulator.webhooks.redeliver(event?.id ?? "", 3);
    expect(paying.portal.inbox.list(payer.email).filter((mail) => mail.subject === subject)).toHaveLength(1);
  });

  test("when every webhook of it was lost, the reconciler tells of it, once", async () => {
    const [payer, subscription] = await upgraded("card");
    paying.emulator.webhooks.mode = "drop";
    paying.emulator.simulate.paymentFailed(subscription);
    // An endpoint of somebody else, in the same account, does not answer either.
    const [other] = paying.eventsOf("invoice.created");
    Object.assign(other ?? {}, { pending_webhooks: 1 });
    const mailsAfter = async (minutes: number) => {
      advance(minutes * 60_000);
      await paying.reconcile();
      const { text = "" } = newestMail(payer) ?? {};
      const count = paying.portal.inbox.list(payer.email).filter((mail) => mail.text === text).length;
      return text.includes("カード情報の変更") ? count : 0;
    };
    // Stripe may still be at it.
    expect(await mailsAfter(10)).toBe(0);
    const fault = { service: "stripe", operation: "GET /v1/events", status: 500, times: 2 } as const;
    paying.portal.faults.add(fault);
    expect(await mailsAfter(6)).toBe(0);
    expect(await mailsAfter(5)).toBe(1);
    expect(await mailsAfter(5)).toBe(1);
    const failed = (await paying.portal.partition(`CUSTOMER#${payer.sub}`)).filter(
      ({ action }) => action === "payment-failed",
    );
    const [event] = paying.eventsOf("invoice.payment_failed");
    expect(failed).toEqual([expect.objectContaining({ eventId: event?.id })]);
    expect(await paying.portal.partition(`STRIPE_EVENT#${other?.id}`)).toEqual([]);
  });

  test("a payment that failed and then succeeded sends no mail", async () => {
    const [payer, subscription] = await upgraded("card");
    paying.emulator.webhooks.mode = "hold";
    const invoiceId = paying.emulator.simulate.paymentFailed(subscription);
    paying.emulator.simulate.invoicePaid(invoiceId);
    const before = paying.portal.inbox.list(payer.email).length;
    await paying.emulator.webhooks.deliverHeld();
    expect(paying.portal.inbox.list(payer.email)).toHaveLength(before);
    expect(await planOf(payer)).toBe("standard");
  });

  test("an overdue invoice sends a mail", async () => {
    const [payer, subscription] = await upgraded("invoice");
    const { latest_invoice: invoice } = await paying.stripe.subscriptions.retrieve(subscription);
    paying.emulator.simulate.invoiceOverdue(String(invoice));
    await paying.emulator.webhooks.idle();
    expect(newestMail(payer)).toMatchObject({
      subject: "【電話連携プラグイン】請求書のお支払い期限が過ぎています",
      text: expect.stringContaining("振込先"),
    });
    expect(await planOf(payer)).toBe("standard");
  });

  test.each(["card", "invoice"] as const)("a subscription by %s that ends suspends the plan", async (by) => {
    const [payer, subscription] = await upgraded(by);
    paying.emulator.simulate.subscriptionEnds(subscription);
    await paying.emulator.webhooks.idle();
    expect(await paying.recordOf(payer)).toMatchObject({ plan: "suspended", paymentType: by, version: 3 });
    const [event] = paying.eventsOf("customer.subscription.deleted");
    await paying.emulator.webhooks.redeliver(event?.id ?? "", 2);
    expect(await paying.recordOf(payer)).toMatchObject({ plan: "suspended", version: 3 });
    const items = await paying.portal.partition(`CUSTOMER#${payer.sub}`);
    expect(items.filter(({ action }) => action === "plan-suspended")).toHaveLength(1);
  });
});

describe("another card", () => {
  const methodOf = async (subscription: string) =>
    (await paying.stripe.subscriptions.retrieve(subscription)).default_payment_method;

  test("from the customer's card page is charged from then on", async () => {
    const [payer, subscription] = await upgraded("card");
    const before = await methodOf(subscription);
    const { status, json } = await paying.setUp(payer);
    expect(status).toBe(200);
    expect(json.url).toContain("/c/pay/");
    paying.emulator.decide(json.setup_session_id, { outcome: "paid", card: "mastercard" });
    await paying.emulator.webhooks.idle();
    const after = await methodOf(subscription);
    expect(after).not.toBe(before);
    const { stripeCustomerId = "" } = await paying.recordOf(payer);
    const customer = await paying.stripe.customers.retrieve(stripeCustomerId);
    expect(customer).toMatchObject({ invoice_settings: { default_payment_method: after } });
    const items = await paying.portal.partition(`CUSTOMER#${payer.sub}`);
    expect(items.filter(({ action }) => action === "card-changed")).toHaveLength(1);
  });

  test("can only be left by who pays by card, and leads back to /update alone", async () => {
    const [byCard] = await upgraded("card");
    paying.emulator.webhooks.mode = "drop";
    const [byInvoice] = await upgraded("invoice");
    expect((await paying.setUp(byInvoice)).status).toBe(403);
    expect((await paying.setUp(await paying.newPayer())).status).toBe(403);
    const elsewhere = { cancel_path: "/update", success_path: "/menu" };
    expect((await paying.setUp(byCard, elsewhere)).status).toBe(400);
  });
});
