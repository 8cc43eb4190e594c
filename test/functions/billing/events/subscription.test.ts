import { describe, expect, test } from "vitest";
import { webhookEvents } from "#functions/billing/stripe/event-types.ts";
import { advance } from "#test/functions/support/portal.ts";
import type { Owner } from "#test/functions/support/world/customers.ts";
import { startWorld } from "#test/functions/support/world/world.ts";

const world = await startWorld();

/** By card, and the subscription's id; from here on every event is heard. */
async function upgraded(): Promise<[payer: Owner, subscriptionId: string]> {
  const upgraded = await world.createPayer("card");
  world.emulator.webhooks.mode = "deliver";
  return upgraded;
}
const newestMail = ({ email }: Owner) => world.portal.inbox.list(email)[0];
const planOf = async (payer: Owner) => (await world.profileOf(payer)).plan;

describe("an unpaid contract", () => {
  test("a declined renewal sends a mail with what to do; the plan stays", async () => {
    const [payer, subscription] = await upgraded();
    const invoiceId = await world.settled(() => world.emulator.simulate.paymentFailed(subscription));
    const { text, subject } = newestMail(payer) ?? {};
    const { hosted_invoice_url: page } = await world.stripe.invoices.retrieve(invoiceId);
    expect(subject).toBe("【電話連携プラグイン】カードでのお支払いを確認できませんでした");
    const site = "https://portal.example/signin";
    for (const part of ["株式会社テスト商事", "佐藤 太郎 様", "カード情報の変更", site, page])
      expect(text).toContain(part);
    expect(await planOf(payer)).toBe("standard");
    const [event] = world.eventsOf("invoice.payment_failed");
    await world.emulator.webhooks.redeliver(event?.id ?? "", 3);
    expect(world.portal.inbox.list(payer.email).filter((mail) => mail.subject === subject)).toHaveLength(1);
  });

  test.each([
    ["card", "カードでのお支払いを確認できませんでした", "payment_failed", "次回のカードでのお支払い処理："],
    ["invoice", "請求書のお支払い期限が過ぎています", "overdue", "お支払い期限："],
  ] as const)("by %s is told to the billing contact", async (by, subject, event, says) => {
    const [payer, subscription] = await world.createPayer(by);
    const billingEmail = `keiri-${payer.email}`;
    await world.changeProfile(payer, { billingEmail });
    world.emulator.webhooks.mode = "deliver";
    await world.pass(subscription, event);
    const [invoice] = await world.invoicesOf(payer);
    const mails = world.portal.inbox.list(billingEmail);
    const [mail, ...others] = mails.filter((each) => each.subject?.endsWith(subject));
    expect(others).toEqual([]);
    for (const part of [
      "経理 次郎 様",
      `請求書番号：${invoice?.number}\nお支払い金額：11,000円（税込）`,
      says,
      `ログインせずにお支払いいただけます。\n\nお支払いページ：\n${invoice?.hosted_invoice_url}`,
      "スタンダードプランをご利用いただけなくなることがあります。",
      "ご担当者（佐藤 太郎 様）",
      "（お客様番号：",
    ])
      expect(mail?.text).toContain(part);
    expect(mail?.text).not.toContain("/signin");
    const day = "\\d{4}年\\d+月\\d+日";
    expect(mail?.text).toMatch(
      new RegExp(`(?:次回のお支払いの処理（${day}）でも|${day}までに)お支払いを確認できない場合、`),
    );
  });

  test("is told once where the customer is the billing contact", async () => {
    const [payer, subscription] = await upgraded();
    await world.changeProfile(payer, { billingEmail: payer.email.toUpperCase() });
    await world.pass(subscription, "payment_failed");
    const told = world.portal.inbox.list(payer.email).map(({ text }) => text);
    expect(told.filter((text) => text.includes("決済できませんでした"))).toHaveLength(1);
  });

  test("when every webhook of it was lost, the reconciler tells of it, once", async () => {
    const [payer, subscription] = await upgraded();
    world.emulator.webhooks.mode = "drop";
    world.emulator.simulate.paymentFailed(subscription);
    // An endpoint of somebody else, in the same account, does not answer either.
    const [other] = world.eventsOf("invoice.created");
    Object.assign(other ?? {}, { pending_webhooks: 1 });
    const mailsAfter = async (minutes: number) => {
      advance(minutes * 60_000);
      await world.reconcile();
      const { text = "" } = newestMail(payer) ?? {};
      const count = world.portal.inbox.list(payer.email).filter((mail) => mail.text === text).length;
      return text.includes("カード情報の変更") ? count : 0;
    };
    // Stripe may still be at it.
    expect(await mailsAfter(10)).toBe(0);
    const fault = { service: "stripe", operation: "GET /v1/events", status: 500, times: 2 } as const;
    world.portal.faults.add(fault);
    expect(await mailsAfter(6)).toBe(0);
    expect(await mailsAfter(5)).toBe(1);
    expect(await mailsAfter(5)).toBe(1);
    const failed = (await world.trailOf(payer)).filter(({ action }) => action === "payment-failed");
    // Several events are about it, and are handled at once.
    const ids = webhookEvents.flatMap((type) => world.eventsOf(type).map(({ id }) => id));
    expect(failed.map(({ eventId }) => eventId)).toEqual([expect.toBeOneOf(ids)]);
    expect(await world.portal.partition(`STRIPE_EVENT#${other?.id}`)).toEqual([]);
  });

  test("a payment that failed and then succeeded sends no mail", async () => {
    const [payer, subscription] = await upgraded();
    world.emulator.webhooks.mode = "hold";
    const invoiceId = world.emulator.simulate.paymentFailed(subscription);
    world.emulator.simulate.invoicePaid(invoiceId);
    const before = world.portal.inbox.list(payer.email).length;
    await world.emulator.webhooks.deliverHeld();
    expect(world.portal.inbox.list(payer.email)).toHaveLength(before);
    expect(await planOf(payer)).toBe("standard");
  });
});
