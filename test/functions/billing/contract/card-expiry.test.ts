import type Stripe from "stripe";
import { describe, expect, test } from "vitest";
import * as awsClients from "#functions/platform/aws-clients.ts";
import { dayMs, hourMs } from "#shared/durations.ts";
import { onCommand } from "#test/functions/support/on-command.ts";
import { advance } from "#test/functions/support/portal.ts";
import { contact, type Owner } from "#test/functions/support/world/customers.ts";
import { startWorld } from "#test/functions/support/world/world.ts";

const world = await startWorld({ deliversEvents: true });
const { emulator, portal, stripe } = world;

const subject = "【電話連携プラグイン】カードの有効期限のご確認のお願い";
const mailsTo = (address: string) => portal.inbox.list(address).filter((mail) => mail.subject === subject);

/** Whose billing contact has an address of its own. */
async function payerByCard() {
  const [payer, id] = await world.settled(() => world.createPayer("card"));
  const billingEmail = `keiri-${payer.email}`;
  await world.changeProfile(payer, { billingEmail });
  return { payer, id, billingEmail };
}
/** The card expires after so many months. */
async function payerWithExpiry(months: number) {
  const payer = await payerByCard();
  const month = monthIn(months);
  emulator.simulate.cardExpires(payer.id, month);
  return { ...payer, month };
}

/** In Japan, in milliseconds since the epoch. */
function endOf(month: string): number {
  const [year = 0, number = 0] = month.split("-").map(Number);
  return Date.UTC(year, number) - 9 * hourMs;
}

/** The reconciler runs an hour before that day. */
async function passTo(daysBefore: number, month: string): Promise<void> {
  advance(endOf(month) - daysBefore * dayMs - hourMs - Date.now());
  await world.reconcile();
}

/** Some months from now, so that the time of this file only goes on. */
function monthIn(months: number): string {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months)).toISOString().slice(0, 7);
}

describe("a card that expires", () => {
  test("is told of 30 days before, once, to the customer and to the billing contact", async () => {
    const { payer, billingEmail, month } = await payerWithExpiry(3);
    await passTo(31, month);
    expect([...mailsTo(payer.email), ...mailsTo(billingEmail)]).toEqual([]);
    await passTo(29, month);
    await passTo(28, month);
    const [customers, ...others] = [...mailsTo(payer.email), ...mailsTo(billingEmail)];
    const [year, number] = month.split("-").map(Number);
    const facts = `クレジットカード（末尾 4242）の有効期限は、${year}年${number}月です。`;
    for (const part of [facts, "佐藤 太郎 様", "「ご契約とお支払い」から", "https://portal.example/signin"])
      expect(customers?.text).toContain(part);
    expect(others).toHaveLength(1);
    for (const part of [facts, `${contact.billing_charge_name} 様`, "ご担当者（佐藤 太郎 様）"])
      expect(others[0]?.text).toContain(part);
    expect(others[0]?.text).not.toContain("/signin");
    expect((await world.toldOf(payer)).actions).toContain("card-expires");
  });

  test("is told of again when the next one expires, and no more once it was replaced", async () => {
    const { payer, id, month } = await payerWithExpiry(1);
    const second = monthIn(4);
    await passTo(1, month);
    expect(mailsTo(payer.email)).toHaveLength(1);
    emulator.simulate.cardExpires(id, second);
    await passTo(40, second);
    expect(mailsTo(payer.email)).toHaveLength(1);
    await passTo(20, second);
    expect(mailsTo(payer.email)).toHaveLength(2);
  });

  const change = (id: string, changes: Stripe.SubscriptionUpdateParams): Promise<unknown> =>
    stripe.subscriptions.update(id, changes);
  const others: Record<string, (id: string, payer: Owner, expiry: number) => Promise<unknown>> = {
    "ends before": (id, _, expiry) => change(id, { cancel_at: expiry / 1000 - 86_400 }),
    "is charged nothing for now": (id) => change(id, { pause_collection: { behavior: "void" } }),
    "is of a closed account": (_, payer) =>
      world.changeProfile(payer, { closedAt: new Date().toISOString() }),
    "is not the profile's": (_, payer) => world.changeProfile(payer, { subscriptionId: "sub_other" }),
  };
  test.each(Object.entries(others))("is not told of where the contract %s", async (_, arrange) => {
    const { payer, id, month } = await payerWithExpiry(2);
    await world.settled(() => arrange(id, payer, endOf(month)));
    await passTo(10, month);
    expect(mailsTo(payer.email)).toEqual([]);
  });

  test("costs one call of Stripe a day for all customers, and is looked for again", async () => {
    const { payer, month } = await payerWithExpiry(2);
    const operation = "GET /v1/subscriptions";
    await world.failStripe({ status: 500, operation, times: 2 });
    await passTo(10, month);
    expect(mailsTo(payer.email)).toEqual([]);
    portal.requests.clear();
    await world.reconcile();
    await world.reconcile();
    expect(mailsTo(payer.email)).toHaveLength(1);
    expect(portal.requests.list("stripe").filter((each) => each.operation === operation)).toHaveLength(1);
  });

  test("is told of by the reconciler's next run where the mail could not be written", async () => {
    const { payer, month } = await payerWithExpiry(2);
    portal.become("reconcile");
    // The transaction with the mail: cards of other tests have expired, too.
    onCommand(awsClients.dynamodb(), "before", payer.email, () => Promise.reject(new Error("lost")));
    await passTo(10, month);
    expect(mailsTo(payer.email)).toEqual([]);
    await world.reconcile();
    expect(mailsTo(payer.email)).toHaveLength(1);
    expect(await portal.partition("STRIPE_TASKS")).toEqual([]);
  });
});
