/** The process dies right after any of its side effects; whoever comes next ends in the same state. */
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { makeClientsMortal, sideEffects, survives, upTo } from "#test/functions/support/kill.ts";
import { type Payer, startPaying, upgradedBy, upgradedSubject } from "#test/functions/support/paying.ts";
import { advance } from "#test/functions/support/portal.ts";

vi.mock("#functions/platform/http.ts", async (load) => {
  const { sideEffects, mortalHttp } = await import("#test/functions/support/kill.ts");
  return mortalHttp(await load(), sideEffects);
});

const paying = await startPaying();
beforeAll(async () => {
  makeClientsMortal(paying.portal, sideEffects);
});
beforeEach(() => {
  paying.emulator.webhooks.mode = "drop";
});

/** The mail may go out twice when the process died between sending it and noting that down, and never not at all. */
async function expectUpgraded(payer: Payer, by: "card" | "invoice"): Promise<void> {
  advance(121_000);
  await paying.reconcile();
  const { mails, ...outcome } = await paying.outcomeOf(payer);
  const { mails: _, ...expected } = upgradedBy(by);
  expect(outcome).toEqual(expected);
  expect(new Set(mails)).toEqual(new Set([upgradedSubject]));
  expect(mails.length).toBeLessThanOrEqual(2);
  expect((await paying.portal.partition("OUTBOX")).filter(({ customer }) => customer === payer.sub)).toEqual(
    [],
  );
}

test.each(upTo(8))("the invoice, killed after side effect %i, clicked again", async (effects) => {
  const payer = await paying.newPayer();
  await survives(effects, () => paying.invoice(payer));
  expect((await paying.invoice(payer)).status).toBe(200);
  await expectUpgraded(payer, "invoice");
});

test.each(upTo(8))("the invoice, killed after side effect %i, found by the reconciler", async (effects) => {
  const payer = await paying.newPayer();
  await survives(effects, () => paying.invoice(payer));
  advance(3 * 60_000);
  await paying.reconcile();
  const { plan, subscriptions, upgrades, underWay } = await paying.outcomeOf(payer);
  // Standard means invoiced, and invoiced means standard.
  expect(subscriptions).toEqual(plan === "standard" ? [true] : []);
  expect([upgrades, underWay]).toEqual([subscriptions.length, 0]);
  expect((await paying.invoice(payer)).status).toBe(200);
  await expectUpgraded(payer, "invoice");
});

test.each(upTo(6))("the card's page, killed after side effect %i, clicked again", async (effects) => {
  const payer = await paying.newPayer();
  await survives(effects, () => paying.card(payer));
  const { status, json } = await paying.card(payer);
  expect(status).toBe(200);
  paying.emulator.decide(json.checkout_session_id, { outcome: "paid" });
  expect((await paying.comeBack(payer)).status).toBe(200);
  await expectUpgraded(payer, "card");
});

describe("a customer back from Stripe's page", () => {
  async function paid(): Promise<Payer> {
    const payer = await paying.newPayer();
    const { json } = await paying.card(payer);
    paying.emulator.decide(json.checkout_session_id, { outcome: "paid" });
    return payer;
  }

  test.each(upTo(3))("killed after side effect %i, comes back again", async (effects) => {
    const payer = await paid();
    await survives(effects, () => paying.comeBack(payer));
    expect((await paying.comeBack(payer)).status).toBe(200);
    await expectUpgraded(payer, "card");
  });

  test.each(upTo(3))("the webhook, killed after side effect %i, is sent again", async (effects) => {
    const payer = await paying.newPayer();
    const { json } = await paying.card(payer);
    paying.emulator.webhooks.mode = "hold";
    paying.emulator.decide(json.checkout_session_id, { outcome: "paid" });
    const [event] = paying.eventsOf("checkout.session.completed");
    await survives(effects, () => paying.emulator.webhooks.redeliver(event?.id ?? ""));
    await paying.emulator.webhooks.redeliver(event?.id ?? "", 2);
    expect(paying.emulator.webhooks.attempts.at(-1)?.status).toBe(200);
    await expectUpgraded(payer, "card");
  });
});

test.each(upTo(4))(
  "a second payment, killed after side effect %i while it is given back",
  async (effects) => {
    const payer = await paying.newPayer();
    const { json } = await paying.card(payer);
    paying.emulator.decide(json.checkout_session_id, { outcome: "paid" });
    await paying.comeBack(payer);
    const second = await paySecondSession(payer);
    const [event] = paying.eventsOf("checkout.session.completed");
    await survives(effects, () => paying.emulator.webhooks.redeliver(event?.id ?? ""));
    await paying.emulator.webhooks.redeliver(event?.id ?? "", 2);
    expect(await paying.outcomeOf(payer)).toEqual(upgradedBy("card"));
    // The reconciler refunds a cancelled payment.
    advance(2 * 60_000 + 1);
    await paying.reconcile();
    const refunds = (await paying.stripe.refunds.list()).data;
    expect(refunds.filter(({ payment_intent }) => payment_intent === second)).toHaveLength(1);
  },
);

/** As when somebody opened another session by hand. Returns the payment's id. */
async function paySecondSession(payer: Payer): Promise<string> {
  const { stripeCustomerId = "" } = await paying.recordOf(payer);
  const metadata = { sub: payer.sub, customerId: payer.customerId, attempt: "99" };
  const session = await paying.stripe.checkout.sessions.create({
    mode: "subscription",
    customer: stripeCustomerId,
    client_reference_id: payer.sub,
    line_items: [{ price: paying.portal.settings.STRIPE_PRICE_ID ?? "", quantity: 1 }],
    subscription_data: { metadata },
    success_url: "https://portal.example/upgrade",
  });
  paying.emulator.decide(session.id, { outcome: "paid" });
  const [intent] = (await paying.stripe.paymentIntents.list({ customer: stripeCustomerId })).data;
  return intent?.id ?? "";
}
