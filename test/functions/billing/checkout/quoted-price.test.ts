/** A purchase charges what its screen shows: today's price, or that of an open quote where it is lower. */

import { describe, expect, test } from "vitest";
import { identifiers } from "#scripts/local/identifiers.ts";
import { dayMs } from "#shared/durations.ts";
import { advance } from "#test/functions/support/portal.ts";
import { refusal } from "#test/functions/support/replies.ts";
import { contact, type Owner } from "#test/functions/support/world/customers.ts";
import { startWorld } from "#test/functions/support/world/world.ts";

const world = await startWorld();
const { portal, stripe } = world;
const { withSettings: at } = portal;
const standard = { STRIPE_PRICE_ID: identifiers.stripePriceId, STANDARD_PRICE_YEN: "11000" };
const former = { ...standard, STRIPE_PRICE_ID: identifiers.formerStripePriceId, STANDARD_PRICE_YEN: "9900" };
const yearly = { ...standard, PRICE_INTERVAL: "year" };
/** Stripe has no such price: whoever was charged it would get an error. */
const dearer = { STRIPE_PRICE_ID: "price_dearer", STANDARD_PRICE_YEN: "22000" };

async function makeQuote(payer: Owner): Promise<string> {
  const body = { addressee: "株式会社テスト商事", months: 12 };
  const { status, json } = await portal.call("create-quote", { by: payer, body });
  expect(status).toBe(200);
  return (json as unknown as { result: { number: string } }).result.number;
}

const quotesOf = async (payer: Owner) => JSON.parse((await portal.call("quotes", { by: payer })).text).result;
/** The values on the screens beside the list. */
const quotedOf = async (payer: Owner) => (await quotesOf(payer)).quoted;

async function sessionOf(payer: Owner) {
  const { status, json } = await world.card(payer);
  expect(status).toBe(200);
  const session = await stripe.checkout.sessions.retrieve(json.checkout_session_id);
  return { id: session.id, amount: session.amount_total };
}

async function chargedTo(payer: Owner): Promise<number | null | undefined> {
  const [subscription] = await world.subscriptionsOf(payer);
  return subscription?.items.data[0]?.price.unit_amount;
}

describe("while a quote is open, a price that rose is not charged", () => {
  test.each(["card", "invoice"] as const)("by %s, and the screens say by which quote", async (by) => {
    const payer = await world.createCustomer();
    const number = await at(former, () => makeQuote(payer));
    expect(await quotedOf(payer)).toMatchObject({ amountYen: 9_900, number });
    expect((await world.buy(payer, by)).status).toBe(200);
    expect(await chargedTo(payer)).toBe(9_900);
    expect((await world.contractOf(payer)).price).toMatchObject({ amount: 9_900 });
  });

  test("the lowest of several", async () => {
    const payer = await world.createCustomer();
    const number = await at(former, () => makeQuote(payer));
    await makeQuote(payer);
    await at(dearer, async () => {
      expect(await quotedOf(payer)).toMatchObject({ amountYen: 9_900, number });
      expect((await sessionOf(payer)).amount).toBe(9_900);
    });
  });
});

test.each([
  { when: "after the quote has expired", quoted: former, days: 31 },
  { when: "if it is lower than the quote's", quoted: dearer },
  { when: "if it is equal to the quote's", quoted: standard },
  { when: "if only another customer has a quote", quoted: former, isOthers: true },
])("today's price is charged $when", async ({ quoted, days = 0, isOthers }) => {
  const payer = await world.createCustomer();
  const owner = isOthers ? await world.createCustomer() : payer;
  await at(quoted, () => makeQuote(owner));
  advance(days * dayMs);
  expect(await quotedOf(payer)).toBeNull();
  expect((await sessionOf(payer)).amount).toBe(11_000);
});

test("a quote by the month does not count for a plan that is sold by the year", async () => {
  const payer = await world.createCustomer();
  await at(former, () => makeQuote(payer));
  await at(yearly, async () => expect(await quotedOf(payer)).toBeNull());
});

describe("by invoice, a price that the screen did not show is not charged", () => {
  /** Clicks "invoice" on a screen that shows this price. */
  const pressAt = (payer: Owner, price_yen: number) =>
    world.subscribe(payer, { mode: "invoice", ...contact, price_yen });

  test("after the quote on an open screen has expired", async () => {
    const payer = await world.createCustomer();
    await at(former, () => makeQuote(payer));
    advance(31 * dayMs);
    expect(refusal(await pressAt(payer, 9_900))).toEqual([409, expect.stringContaining("料金")]);
    expect(await world.subscriptionsOf(payer)).toEqual([]);
    expect((await world.profileOf(payer)).plan).toBe("trial");
    expect((await pressAt(payer, 11_000)).status).toBe(200);
    expect(await chargedTo(payer)).toBe(11_000);
  });

  test("after a rise of the price, while another request is still at the purchase", async () => {
    const payer = await world.createCustomer();
    await world.breakOff(payer, "invoice");
    expect((await pressAt(payer, 9_900)).status).toBe(409);
    expect(await world.subscriptionsOf(payer)).toEqual([]);
  });

  test("a lower one is", async () => {
    const payer = await world.createCustomer();
    await at(former, async () => expect((await pressAt(payer, 11_000)).status).toBe(200));
    expect(await chargedTo(payer)).toBe(9_900);
  });
});

test("a page opened at another price is closed for one with the screen's price", async () => {
  const payer = await world.createCustomer();
  const first = await sessionOf(payer);
  await at(former, async () => {
    const second = await sessionOf(payer);
    expect(second.amount).toBe(9_900);
    expect((await stripe.checkout.sessions.retrieve(first.id)).status).toBe("expired");
    expect(await sessionOf(payer)).toEqual(second);
  });
});

test("a plan that is sold by the year is quoted for one year", async () => {
  const payer = await world.createCustomer();
  await at(yearly, () => makeQuote(payer));
  expect((await quotesOf(payer)).quotes).toMatchObject([{ months: 12, total: 11_000 }]);
});

test("a quote stays accepted after the contract it led to has ended", async () => {
  const payer = await world.createCustomer();
  await at(former, () => makeQuote(payer));
  expect((await world.invoice(payer)).status).toBe(200);
  const { subscriptionId = "" } = await world.profileOf(payer);
  world.emulator.simulate.subscriptionEnds(subscriptionId);
  await world.emulator.webhooks.idle();
  expect(await quotesOf(payer)).toMatchObject({ quotes: [{ state: "accepted" }], quoted: null });
});
