import { describe, expect, test } from "vitest";
import { webhookEvents } from "#functions/billing/stripe/event-types.ts";
import { identifiers } from "#scripts/local/identifiers.ts";
import { advance } from "../support/portal.ts";
import { counted, outcome } from "../support/replies.ts";
import type { Owner } from "../support/world/customers.ts";
import { upgradedBy } from "../support/world/purchases.ts";
import { startWorld } from "../support/world/world.ts";

const world = await startWorld();

const now = (): number => Math.floor(Date.now() / 1000);
const sign = (payload: string, secret = world.webhookSecret, timestamp = now()): string =>
  world.stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
const send = (text: string, signature?: string) =>
  world.deliverWebhook(text, signature === undefined ? {} : { "stripe-signature": signature });

/** A customer who paid, and the event that tells of it, which nobody has heard yet. */
async function paidUnheard(): Promise<{ payer: Owner; text: string }> {
  const payer = await world.createCustomer();
  await world.payOnPage(payer);
  return { payer, text: JSON.stringify(world.eventsOf("checkout.session.completed")[0], undefined, 2) };
}

describe("accepted senders", () => {
  test("the signed bytes are taken once, up to 299 seconds later", async () => {
    const { payer, text } = await paidUnheard();
    const { status, json } = await send(text, sign(text, undefined, now() - 299));
    expect([status, json]).toEqual([200, { received: true }]);
    expect((await send(text, sign(text))).status).toBe(200);
    expect(await world.outcomeOf(payer)).toEqual(upgradedBy("card"));
  });

  test.each<[string, (text: string) => [text: string, signature?: string]]>([
    ["unsigned", (text) => [text]],
    ["signed by somebody else", (text) => [text, sign(text, "whsec_other")]],
    ["signed 301 seconds ago", (text) => [text, sign(text, undefined, now() - 301)]],
    ["changed after it was signed", (text) => [text.replace("paid", "PAID"), sign(text)]],
    ["written anew after it was signed", (text) => [JSON.stringify(JSON.parse(text)), sign(text)]],
    ["with a header that is none", (text) => [text, "v1"]],
  ])("400 and nothing changes when it is %s", async (_, forge) => {
    const { payer, text } = await paidUnheard();
    expect(outcome(await send(...forge(text)))).toEqual([400, "bad_request"]);
    expect(await world.profileOf(payer)).toMatchObject({ plan: "trial", version: 1 });
  });

  test("while one secret replaces another both are valid", async () => {
    const webhookSecrets = ["whsec_new", world.webhookSecret];
    const value = JSON.stringify({ secretKey: world.secretKey, webhookSecrets });
    await world.portal.putSecret(identifiers.stripeSecretName, value);
    advance(6 * 60_000);
    for (const secret of webhookSecrets) {
      const { payer, text } = await paidUnheard();
      expect((await send(text, sign(text, secret))).status).toBe(200);
      expect(await world.outcomeOf(payer)).toEqual(upgradedBy("card"));
    }
  });

  test.each(["customer.created", "some.event.of.the.future"])("%s is none of our business", async (type) => {
    const text = JSON.stringify({ id: "evt_1", object: "event", type, data: { object: { id: "x" } } });
    expect((await send(text, sign(text))).status).toBe(200);
  });
});

describe("events about an object that is missing at Stripe", () => {
  const types = {
    "checkout.session": "checkout.session",
    "customer.subscription": "subscription",
    "charge.dispute": "dispute",
    charge: "charge",
    invoice: "invoice",
    refund: "refund",
  } as const;
  const typeOf = (event: string) =>
    Object.entries(types).find(([prefix]) => event.startsWith(`${prefix}.`))?.[1] ?? "";
  const eventAbout = (type: string) => ({
    id: `evt_${type}`,
    object: "event",
    type,
    created: now(),
    pending_webhooks: 0,
    data: { object: { id: "gone_1", object: typeOf(type) } },
  });
  const passedOver = () => counted(world.portal, "EventsWithoutObject");

  test.each(webhookEvents)("%s of a deleted one is passed over, once", async (type) => {
    const event = eventAbout(type);
    world.changeState(({ events }) => events.push(event as never));
    const text = JSON.stringify(event);
    expect([(await send(text, sign(text))).status, passedOver()]).toEqual([200, 1]);
    expect([(await send(text, sign(text))).status, passedOver()]).toEqual([200, 1]);
  });

  test("an event that our key does not see stays Stripe's to repeat", async () => {
    const text = JSON.stringify({ ...eventAbout("invoice.paid"), id: "evt_of_another_account" });
    expect([(await send(text, sign(text))).status, passedOver()]).toEqual([502, 0]);
  });

  test("an event whose own object is there stays Stripe's to repeat, too", async () => {
    const [, subscriptionId] = await world.createPayer("card");
    world.emulator.simulate.disputed(subscriptionId);
    const invoice = await world.latestInvoiceOf(subscriptionId);
    const text = JSON.stringify(world.eventsOf("charge.dispute.created")[0]);
    world.changeState((state) => {
      state.invoices = state.invoices.filter(({ id }) => id !== invoice);
    });
    expect([(await send(text, sign(text))).status, passedOver()]).toEqual([502, 0]);
  });
});

describe("events in any order", () => {
  async function hold(payer: Owner, outcome: "paid" | "pending" = "paid"): Promise<string> {
    const { json } = await world.card(payer);
    world.emulator.webhooks.mode = "hold";
    world.emulator.decide(json.checkout_session_id, { outcome });
    return json.checkout_session_id;
  }

  test("the first payment's own events suffice, when the session's is lost", async () => {
    const payer = await world.createCustomer();
    await hold(payer);
    await world.emulator.webhooks.deliverHeld(["invoice.paid"]);
    expect(await world.outcomeOf(payer)).toEqual(upgradedBy("card"));
  });

  test("the bank's yes comes later", async () => {
    const payer = await world.createCustomer();
    const session = await hold(payer, "pending");
    await world.emulator.webhooks.deliverHeld();
    expect((await world.profileOf(payer)).plan).toBe("trial");
    world.emulator.decide(session, { outcome: "paid" });
    await world.emulator.webhooks.deliverHeld(["checkout.session.async_payment_succeeded"]);
    expect(await world.outcomeOf(payer)).toEqual(upgradedBy("card"));
  });

  test("an expired session is closed, and only while it is the one", async () => {
    const payer = await world.createCustomer();
    const { json } = await world.card(payer);
    world.emulator.webhooks.mode = "hold";
    await world.stripe.checkout.sessions.expire(json.checkout_session_id);
    await world.emulator.webhooks.deliverHeld();
    expect(await world.outcomeOf(payer)).toMatchObject({ checkout: "closed", underWay: 0, mails: [] });
    await world.card(payer);
    const [event] = world.eventsOf("checkout.session.expired");
    await world.emulator.webhooks.redeliver(event?.id ?? "");
    expect(await world.outcomeOf(payer)).toMatchObject({ checkout: "open" });
  });
});

test("a session of another customer is refused", async () => {
  const [payer, other] = [await world.createCustomer(), await world.createCustomer()];
  await world.card(payer);
  const { json } = await world.card(other);
  await world.portal.put({ ...(await world.checkoutOf(payer)), sessionId: json.checkout_session_id });
  world.emulator.decide(json.checkout_session_id, { outcome: "paid" });
  expect((await world.comeBack(payer)).status).toBe(403);
  expect((await world.profileOf(payer)).plan).toBe("trial");
});
