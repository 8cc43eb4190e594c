import { beforeEach, describe, expect, test } from "vitest";
import { refreshContract } from "#functions/billing/contract/sync-contract.ts";
import { subscriptionFacts } from "#functions/billing/stripe/subscriptions.ts";
import { dayMs } from "#shared/durations.ts";
import { advance } from "#test/functions/support/portal.ts";
import { subjects } from "#test/functions/support/world/contracts.ts";
import type { Owner } from "#test/functions/support/world/customers.ts";
import { startWorld } from "#test/functions/support/world/world.ts";

const world = await startWorld();
beforeEach(world.portal.requests.clear);

const stripeOf = (subscriptionId: string) => world.stripe.subscriptions.retrieve(subscriptionId);
const updates = () =>
  world.portal.requests.list("stripe").filter(({ operation }) => operation === "POST /v1/subscriptions/{id}");

describe("cancelling", () => {
  test("ends the contract with its period, as Stripe, profile, mail and trail say once", async () => {
    const [payer, id] = await world.createPayer("card");
    const { status, text } = await world.cancel(payer, "unused");
    expect([status, text]).toEqual([200, '{"result":{"status":"cancel_scheduled"}}']);
    const subscription = await stripeOf(id);
    expect(subscription).toMatchObject({
      status: "active",
      cancel_at_period_end: true,
      cancellation_details: { feedback: "unused" },
    });
    await world.expectInSync(payer);
    expect((await world.profileOf(payer)).plan).toBe("standard");
    const effects = { actions: ["cancellation-scheduled"], mails: [subjects.cancelled] };
    expect(await world.toldOf(payer)).toEqual(effects);
    const day = new Intl.DateTimeFormat("ja-JP", { dateStyle: "long", timeZone: "Asia/Tokyo" });
    const [mail] = world.portal.inbox.list(payer.email);
    expect(mail?.text).toContain(`${day.format((subscription.cancel_at ?? 0) * 1000)}まで`);
    // The same again, the webhook, and the reconciler.
    const asked = updates().length;
    expect((await world.cancel(payer)).status).toBe(200);
    expect(updates()).toHaveLength(asked);
    await world.sendEvent("customer.subscription.updated", id);
    advance(3 * 60_000);
    await world.reconcile();
    expect(await world.toldOf(payer)).toEqual(effects);
    expect((await world.checksOf(payer)).map(({ kind }) => kind)).toEqual(["contract-end"]);
  });

  test("is not mailed twice because of an earlier read at Stripe", async () => {
    const [payer, id] = await world.createPayer("card");
    const profile = await world.profileOf(payer);
    const before = subscriptionFacts(await stripeOf(id));
    await world.cancel(payer);
    world.portal.become("stripe-webhook");
    expect(await refreshContract(payer.sub, profile, before)).toBe(false);
    await world.sendEvent("customer.subscription.updated", id);
    await world.expectInSync(payer);
    expect((await world.toldOf(payer)).actions).toEqual(["cancellation-scheduled"]);
  });

  test.each(["the webhook", "the reconciler"])("at its end %s suspends the plan", async (who) => {
    const [payer, id] = await world.createPayer("card");
    await world.cancel(payer);
    advance(32 * dayMs);
    if (who === "the webhook") await world.sendEvent("customer.subscription.deleted", id);
    await world.reconcile();
    await world.expectInSync(payer);
    expect(await world.profileOf(payer)).toMatchObject({ plan: "suspended" });
    expect(await world.toldOf(payer)).toEqual({
      actions: ["cancellation-scheduled", "plan-suspended"],
      mails: [subjects.cancelled, subjects.suspended],
    });
    advance(5 * 60_000);
    await world.reconcile();
    expect(await world.checksOf(payer)).toEqual([]);
    const { message } = await world.expectRefused(() => world.resume(payer), "conflict");
    expect(message).toContain("すでに終了");
  });
});

describe("the way to pay", () => {
  test("becomes the invoice: the next period is invoiced, and the customer gets a mail", async () => {
    const [payer, id] = await world.createPayer("card");
    const { status, text } = await world.payBy(payer, "invoice");
    expect([status, text]).toEqual([200, '{"result":{"status":"active"}}']);
    expect(await stripeOf(id)).toMatchObject({
      collection_method: "send_invoice",
      days_until_due: 30,
      payment_settings: { payment_method_types: ["customer_balance"] },
    });
    await world.expectInSync(payer);
    expect((await world.payBy(payer, "invoice")).status).toBe(200);
    const told = { actions: ["payment-type-changed"], mails: [subjects.paymentType] };
    expect(await world.toldOf(payer)).toEqual(told);
    const [mail] = world.portal.inbox.list(payer.email);
    for (const line of ["請求書の送付先：keiri@example.com", "お支払い期限：請求書の発行日から30日後"])
      expect(mail?.text).toContain(`${line}\n`);
    world.emulator.simulate.renewed(id);
    const [invoice] = (await world.contractOf(payer)).invoices ?? [];
    expect(invoice).toMatchObject({ status: "open", dueAt: expect.any(String) });
  });

  /** Returns the session of the page that the customer has completed. */
  async function leaveCard(payer: Owner): Promise<string> {
    const sessionId = world.sessionIn(await world.payBy(payer, "card"));
    world.emulator.decide(sessionId, { outcome: "paid", card: "jcb" });
    return sessionId;
  }
  const paymentMethodOf = async (payer: Owner) => (await world.contractOf(payer)).paymentMethod;

  test.each(["the webhook", "the reconciler"])("becomes the card that %s finds", async (who) => {
    const [payer, id] = await world.createPayer("invoice");
    // Opened and not completed: nothing changes.
    await world.payBy(payer, "card");
    await world.reconcile();
    expect((await world.profileOf(payer)).paymentType).toBe("invoice");
    const sessionId = await leaveCard(payer);
    if (who === "the webhook") await world.sendEvent("checkout.session.completed", sessionId);
    await world.reconcile();
    expect(await paymentMethodOf(payer)).toMatchObject({ type: "card", brand: "jcb" });
    expect(await stripeOf(id)).toMatchObject({
      collection_method: "charge_automatically",
      payment_settings: { payment_method_types: ["card"] },
    });
    await world.expectInSync(payer);
    const { actions, mails } = await world.toldOf(payer);
    expect(actions.toSorted()).toEqual(["card-changed", "payment-type-changed"]);
    expect(mails).toEqual([subjects.paymentType]);
    const answer = await world.payBy(payer, "card");
    expect([answer.status, answer.text]).toEqual([200, '{"result":{"status":"active"}}']);
  });

  test("back to the invoice, an older page and its late event change nothing any more", async () => {
    const [payer] = await world.createPayer("invoice");
    const older = world.sessionIn(await world.payBy(payer, "card"));
    const used = await leaveCard(payer);
    await world.sendEvent("checkout.session.completed", used);
    await world.payBy(payer, "invoice");
    await world.sendEvent("checkout.session.completed", used);
    world.emulator.decide(older, { outcome: "paid" });
    await world.sendEvent("checkout.session.completed", older);
    advance(60_000);
    await world.reconcile();
    expect((await paymentMethodOf(payer))?.type).toBe("invoice");
    await world.expectInSync(payer);
  });

  test("another card from /contract leads back there, and is for a payer by card alone", async () => {
    const [payer] = await world.createPayer("card");
    const paths = { cancel_path: "/contract", success_path: "/contract" };
    const { status, json } = await world.setUp(payer, paths);
    expect(status).toBe(200);
    const session = await world.stripe.checkout.sessions.retrieve(json.setup_session_id);
    expect(session.success_url).toBe("https://portal.example/contract");
    const [byInvoice] = await world.createPayer("invoice");
    for (const other of [byInvoice, await world.createCustomer()])
      expect((await world.setUp(other)).status).toBe(403);
  });
});

describe("refused is", () => {
  test("a customer without a contract to cancel", async () => {
    const payer = await world.createCustomer();
    expect((await world.cancel(payer)).status).toBe(403);
    expect((await world.payBy(payer, "invoice")).status).toBe(403);
  });

  test("whose contract ends while it is being changed: 409, as for one that has ended", async () => {
    const [payer, id] = await world.createPayer("card");
    await world.cancel(payer);
    const held = world.holdStripe({ operation: "POST /v1/subscriptions/{id}" });
    const resumed = world.resume(payer);
    await held.arrived();
    world.emulator.passTime(id, { event: "period_ended" });
    held.release();
    const { status, json } = await resumed;
    expect([status, json.error]).toEqual([409, (await world.resume(payer)).json.error]);
    await world.expectInSync(payer);
  });
});

test.each([
  ["answers 500 after the work", { status: 500, after: true }, 200],
  ["drops the connection after the work", { status: 0, after: true }, 200],
  ["answers 500 before it", { status: 500 }, 502],
  ["is too busy", { status: 429 }, 503],
])("Stripe's state counts if it %s", async (_, fault, expected) => {
  const [payer, id] = await world.createPayer("card");
  world.failStripe({ ...fault, operation: "POST /v1/subscriptions/{id}" });
  expect((await world.cancel(payer)).status).toBe(expected);
  expect((await stripeOf(id)).cancel_at_period_end).toBe(expected === 200);
  await world.expectInSync(payer);
  expect((await world.cancel(payer)).status).toBe(200);
  expect((await world.toldOf(payer)).mails).toEqual([subjects.cancelled]);
});
