/** The process dies right after any of its side effects; whoever comes next ends in the same state. */
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { killEverywhere, makeClientsMortal, sideEffects } from "#test/functions/support/kill.ts";
import { type Payer, startPaying, upgradedBy, upgradedSubject } from "#test/functions/support/paying.ts";
import { advance } from "#test/functions/support/portal.ts";

vi.mock("#functions/platform/http.ts", async (load) => {
  const { sideEffects, mortalHttp } = await import("#test/functions/support/kill.ts");
  return mortalHttp(await load(), sideEffects);
});

const paying = await startPaying();
const { portal } = paying;
beforeAll(async () => {
  makeClientsMortal(paying.portal, sideEffects);
});
beforeEach(async () => {
  await portal.reset();
  paying.emulator.webhooks.mode = "drop";
});

/** With the account that a first call would bring, once: it must not go with each death. */
async function newPayer(): Promise<Payer> {
  const payer = await paying.newPayer();
  const { loginId: userName, sub, email } = payer;
  portal.cognito.seedUser({ userName, sub, email, password: "Correct-Horse-1" });
  return payer;
}

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

test("the invoice, killed after each side effect, clicked again", async () => {
  const payer = await newPayer();
  const deaths = await killEverywhere(
    portal,
    () => paying.invoice(payer),
    async () => {
      expect((await paying.invoice(payer)).status).toBe(200);
      await expectUpgraded(payer, "invoice");
    },
  );
  expect(deaths).toBeGreaterThanOrEqual(8);
});

test("the invoice, killed after each side effect, found by the reconciler", async () => {
  const payer = await newPayer();
  await killEverywhere(
    portal,
    () => paying.invoice(payer),
    async () => {
      advance(3 * 60_000);
      await paying.reconcile();
      const { plan, subscriptions, upgrades, underWay } = await paying.outcomeOf(payer);
      // Standard means invoiced, and invoiced means standard.
      expect(subscriptions).toEqual(plan === "standard" ? [true] : []);
      expect([upgrades, underWay]).toEqual([subscriptions.length, 0]);
      expect((await paying.invoice(payer)).status).toBe(200);
      await expectUpgraded(payer, "invoice");
    },
  );
});

test("the card's page, killed after each side effect, clicked again", async () => {
  const payer = await newPayer();
  const deaths = await killEverywhere(
    portal,
    () => paying.card(payer),
    async () => {
      const { status, json } = await paying.card(payer);
      expect(status).toBe(200);
      paying.emulator.decide(json.checkout_session_id, { outcome: "paid" });
      expect((await paying.comeBack(payer)).status).toBe(200);
      await expectUpgraded(payer, "card");
    },
  );
  expect(deaths).toBeGreaterThanOrEqual(6);
});

/** Somebody who has paid on Stripe's page and is not back yet. */
async function paid(): Promise<Payer> {
  const payer = await newPayer();
  const { json } = await paying.card(payer);
  paying.emulator.decide(json.checkout_session_id, { outcome: "paid" });
  return payer;
}

test("a customer back from Stripe's page, killed after each side effect, comes back again", async () => {
  const payer = await paid();
  const deaths = await killEverywhere(
    portal,
    () => paying.comeBack(payer),
    async () => {
      expect((await paying.comeBack(payer)).status).toBe(200);
      await expectUpgraded(payer, "card");
    },
  );
  expect(deaths).toBeGreaterThanOrEqual(3);
});

/** The newest payment's event, which its sender repeats until it was taken. */
async function expectTakenAfterDeath(check: () => Promise<void>): Promise<number> {
  const [event] = paying.eventsOf("checkout.session.completed");
  const { webhooks } = paying.emulator;
  return killEverywhere(
    portal,
    () => webhooks.redeliver(event?.id ?? ""),
    async () => {
      await webhooks.redeliver(event?.id ?? "", 2);
      expect(webhooks.attempts.at(-1)?.status).toBe(200);
      await check();
    },
  );
}

test("the webhook, killed after each side effect, is sent again", async () => {
  const payer = await paid();
  expect(await expectTakenAfterDeath(() => expectUpgraded(payer, "card"))).toBeGreaterThanOrEqual(3);
});

test("a second payment, killed after each side effect while it is given back", async () => {
  const payer = await paid();
  await paying.comeBack(payer);
  const second = await paySecondSession(payer);
  const deaths = await expectTakenAfterDeath(async () => {
    expect(await paying.outcomeOf(payer)).toEqual(upgradedBy("card"));
    // The reconciler refunds a cancelled payment.
    advance(2 * 60_000 + 1);
    await paying.reconcile();
    const refunds = (await paying.stripe.refunds.list()).data;
    expect(refunds.filter(({ payment_intent }) => payment_intent === second)).toHaveLength(1);
  });
  expect(deaths).toBeGreaterThanOrEqual(3);
});

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
