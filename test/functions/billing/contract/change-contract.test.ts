import { beforeEach, describe, expect, test, vi } from "vitest";
import { refreshContract } from "#functions/billing/contract/sync-contract.ts";
import { subscriptionFacts } from "#functions/billing/stripe/subscriptions.ts";
import { dayMs } from "#shared/durations.ts";
import { startContracts, subjects } from "#test/functions/support/contracts.ts";
import type { Payer } from "#test/functions/support/paying.ts";
import { advance } from "#test/functions/support/portal.ts";

const contracts = await startContracts();
beforeEach(() => {
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
  contracts.portal.faults.clear();
  contracts.portal.requests.clear();
  contracts.emulator.webhooks.mode = "drop";
});

const stripeOf = (subscriptionId: string) => contracts.stripe.subscriptions.retrieve(subscriptionId);
const updates = () =>
  contracts.portal.requests
    .list("stripe")
    .filter(({ operation }) => operation === "POST /v1/subscriptions/{id}");

describe("cancelling", () => {
  test("ends the contract with its period: Stripe, record, mail and audit trail say so, once", async () => {
    const [payer, id] = await contracts.upgradedPayer("card");
    const { status, text } = await contracts.cancel(payer, "unused");
    expect([status, text]).toEqual([200, '{"result":{"status":"cancel_scheduled"}}']);
    const subscription = await stripeOf(id);
    expect(subscription).toMatchObject({
      status: "active",
      cancel_at_period_end: true,
      cancellation_details: { feedback: "unused" },
    });
    await contracts.expectInSync(payer);
    expect((await contracts.recordOf(payer)).plan).toBe("standard");
    const effects = { actions: ["cancellation-scheduled"], mails: [subjects.cancelled] };
    expect(await contracts.toldOf(payer)).toEqual(effects);
    const day = new Intl.DateTimeFormat("ja-JP", { dateStyle: "long", timeZone: "Asia/Tokyo" });
    const [mail] = contracts.portal.inbox.list(payer.email);
    expect(mail?.text).toContain(`${day.format((subscription.cancel_at ?? 0) * 1000)}まで`);
    // The same again, the webhook, and the reconciler.
    const asked = updates().length;
    expect((await contracts.cancel(payer)).status).toBe(200);
    expect(updates()).toHaveLength(asked);
    await contracts.tell("customer.subscription.updated", id);
    advance(3 * 60_000);
    await contracts.reconcile();
    expect(await contracts.toldOf(payer)).toEqual(effects);
    expect((await contracts.checks(payer)).map(({ kind }) => kind)).toEqual(["contract-end"]);
  });

  test("is not mailed twice because of an earlier read at Stripe", async () => {
    const [payer, id] = await contracts.upgradedPayer("card");
    const record = await contracts.recordOf(payer);
    const before = subscriptionFacts(await stripeOf(id));
    await contracts.cancel(payer);
    contracts.portal.become("stripe-webhook");
    expect(await refreshContract(payer.sub, record, before)).toBe(false);
    await contracts.tell("customer.subscription.updated", id);
    await contracts.expectInSync(payer);
    expect((await contracts.toldOf(payer)).actions).toEqual(["cancellation-scheduled"]);
  });

  test.each(["the webhook", "the reconciler, when the webhook is lost"])(
    "at the end of the period %s suspends the plan",
    async (who) => {
      const [payer, id] = await contracts.upgradedPayer("card");
      await contracts.cancel(payer);
      advance(32 * dayMs);
      if (who === "the webhook") await contracts.tell("customer.subscription.deleted", id);
      await contracts.reconcile();
      await contracts.expectInSync(payer);
      expect(await contracts.recordOf(payer)).toMatchObject({ plan: "suspended" });
      expect(await contracts.toldOf(payer)).toEqual({
        actions: ["cancellation-scheduled", "plan-suspended"],
        mails: [subjects.cancelled, subjects.suspended],
      });
      advance(5 * 60_000);
      await contracts.reconcile();
      expect(await contracts.checks(payer)).toEqual([]);
      const { status, json } = await contracts.resume(payer);
      expect([status, json.error.code, json.error.message]).toEqual([
        409,
        "conflict",
        expect.stringContaining("すでに終了"),
      ]);
    },
  );

  test("cancelled and resumed at Stripe, with late events in the wrong order: the record is correct", async () => {
    const [payer, id] = await contracts.upgradedPayer("card");
    contracts.emulator.webhooks.mode = "hold";
    await contracts.stripe.subscriptions.update(id, { cancel_at_period_end: true });
    await contracts.stripe.subscriptions.update(id, { cancel_at_period_end: false });
    const held = contracts.emulator.webhooks.held().map((event) => event.id);
    await contracts.emulator.webhooks.deliverHeld(held.reverse());
    await contracts.expectInSync(payer);
    expect(await contracts.toldOf(payer)).toEqual({ actions: [], mails: [] });
  });
});

describe("the way to pay", () => {
  test("becomes the invoice: the next period is invoiced, and the customer gets a mail", async () => {
    const [payer, id] = await contracts.upgradedPayer("card");
    const { status, text } = await contracts.payBy(payer, "invoice");
    expect([status, text]).toEqual([200, '{"result":{"status":"active"}}']);
    expect(await stripeOf(id)).toMatchObject({
      collection_method: "send_invoice",
      days_until_due: 30,
      payment_settings: { payment_method_types: ["customer_balance"] },
    });
    await contracts.expectInSync(payer);
    expect((await contracts.payBy(payer, "invoice")).status).toBe(200);
    expect(await contracts.toldOf(payer)).toEqual({
      actions: ["payment-type-changed"],
      mails: [subjects.paymentType],
    });
    const [mail] = contracts.portal.inbox.list(payer.email);
    expect(mail?.text).toContain(
      "請求書の送付先：keiri@example.com\nお支払い期限：請求書の発行日から30日後\n",
    );
    contracts.emulator.simulate.renewed(id);
    expect((await contracts.contractOf(payer)).invoices?.[0]).toMatchObject({
      status: "open",
      dueAt: expect.any(String),
    });
  });

  /** Returns the session of the page that the customer has completed. */
  async function leaveCard(payer: Payer): Promise<string> {
    const sessionId = contracts.sessionIn(await contracts.payBy(payer, "card"));
    contracts.emulator.decide(sessionId, { outcome: "paid", card: "jcb" });
    return sessionId;
  }
  const cardPays = async (payer: Payer) => {
    const { paymentMethod } = await contracts.contractOf(payer);
    return paymentMethod;
  };

  test.each(["the webhook", "the reconciler"])(
    "becomes the card once it is left, as %s finds out",
    async (who) => {
      const [payer, id] = await contracts.upgradedPayer("invoice");
      // Opened and not completed: nothing changes.
      await contracts.payBy(payer, "card");
      await contracts.reconcile();
      expect((await contracts.recordOf(payer)).paymentType).toBe("invoice");
      const sessionId = await leaveCard(payer);
      if (who === "the webhook") await contracts.tell("checkout.session.completed", sessionId);
      await contracts.reconcile();
      expect(await cardPays(payer)).toMatchObject({ type: "card", brand: "jcb" });
      expect(await stripeOf(id)).toMatchObject({
        collection_method: "charge_automatically",
        payment_settings: { payment_method_types: ["card"] },
      });
      await contracts.expectInSync(payer);
      const { actions, mails } = await contracts.toldOf(payer);
      expect(actions.toSorted()).toEqual(["card-changed", "payment-type-changed"]);
      expect(mails).toEqual([subjects.paymentType]);
      const answer = await contracts.payBy(payer, "card");
      expect([answer.status, answer.text]).toEqual([200, '{"result":{"status":"active"}}']);
    },
  );

  test("back to the invoice, an older page and its late event change nothing any more", async () => {
    const [payer] = await contracts.upgradedPayer("invoice");
    const older = contracts.sessionIn(await contracts.payBy(payer, "card"));
    const used = await leaveCard(payer);
    await contracts.tell("checkout.session.completed", used);
    await contracts.payBy(payer, "invoice");
    await contracts.tell("checkout.session.completed", used);
    contracts.emulator.decide(older, { outcome: "paid" });
    await contracts.tell("checkout.session.completed", older);
    advance(60_000);
    await contracts.reconcile();
    expect((await cardPays(payer))?.type).toBe("invoice");
    await contracts.expectInSync(payer);
  });

  test("another card from /contract leads back there, and only somebody who pays by card can leave one", async () => {
    const [payer] = await contracts.upgradedPayer("card");
    const paths = { cancel_path: "/contract", success_path: "/contract" };
    const { status, json } = await contracts.setUp(payer, paths);
    expect(status).toBe(200);
    const session = await contracts.stripe.checkout.sessions.retrieve(json.setup_session_id);
    expect(session.success_url).toBe("https://portal.example/contract");
    const mixed = { cancel_path: "/contract", success_path: "/update" };
    for (const wrong of [mixed, { cancel_path: "/update", success_path: "/menu" }])
      expect((await contracts.setUp(payer, wrong)).status).toBe(400);
    const [byInvoice] = await contracts.upgradedPayer("invoice");
    for (const other of [byInvoice, await contracts.newPayer()])
      expect((await contracts.setUp(other)).status).toBe(403);
  });
});

describe("refused is", () => {
  test("a customer without a contract to cancel", async () => {
    const payer = await contracts.newPayer();
    expect((await contracts.cancel(payer)).status).toBe(403);
    expect((await contracts.payBy(payer, "invoice")).status).toBe(403);
    expect((await contracts.cancel({ ...payer, sub: "nobody" })).status).toBe(401);
  });

  test("a request that is none", async () => {
    const [payer, id] = await contracts.upgradedPayer("card");
    for (const body of [
      { operation: "cancel", reason: "bored" },
      { operation: "cancel", subscriptionId: id },
      { operation: "change-payment-type", paymentType: "cash" },
      { operation: "upgrade" },
    ]) {
      expect((await contracts.post(payer, body)).status).toBe(400);
    }
    expect(updates()).toEqual([]);
  });

  test("whose contract ends while it is being changed: 409, as for one that has ended", async () => {
    const [payer, id] = await contracts.upgradedPayer("card");
    await contracts.cancel(payer);
    const operation = "POST /v1/subscriptions/{id}";
    const held = contracts.hold({ operation });
    const resumed = contracts.resume(payer);
    await held.arrived();
    contracts.emulator.passTime(id, { event: "period_ended" });
    held.release();
    const { status, json } = await resumed;
    expect([status, json.error]).toEqual([409, (await contracts.resume(payer)).json.error]);
    await contracts.expectInSync(payer);
  });
});

describe("Stripe fails", () => {
  test.each([
    ["answers 500 after the work", { status: 500, after: true }, 200],
    ["drops the connection after the work", { status: 0, after: true }, 200],
    ["answers 500 before it", { status: 500 }, 502],
    ["is too busy", { status: 429 }, 503],
  ])("and %s: what it says afterwards counts", async (_, fault, expected) => {
    const [payer, id] = await contracts.upgradedPayer("card");
    contracts.failStripe({ ...fault, operation: "POST /v1/subscriptions/{id}" });
    expect((await contracts.cancel(payer)).status).toBe(expected);
    expect((await stripeOf(id)).cancel_at_period_end).toBe(expected === 200);
    await contracts.expectInSync(payer);
    expect((await contracts.cancel(payer)).status).toBe(200);
    expect((await contracts.toldOf(payer)).mails).toEqual([subjects.cancelled]);
  });
});
