/** Many at once, many times over: whatever the order, one upgrade comes out. */
import { beforeAll, expect, test } from "vitest";
import { upgradedBy } from "#test/functions/support/world/purchases.ts";
import { startWorld } from "#test/functions/support/world/world.ts";

/** Customers at once. */
const customers = 5;
const world = await startWorld();

beforeAll(async () => {
  // The first calls open connections: the races are about warm functions.
  expect((await world.invoice(await world.createCustomer())).status).toBe(200);
});

const times = <T>(count: number, work: () => Promise<T>): Promise<T>[] => Array.from({ length: count }, work);

/** That many clicks at once of one new customer, half of them on the card and half on the invoice. */
async function clickOnBoth(clicks: number): Promise<void> {
  const payer = await world.createCustomer();
  const answers = await Promise.all([
    ...times(clicks / 2, () => world.card(payer)),
    ...times(clicks / 2, () => world.invoice(payer)),
  ]);
  expect(answers.filter(({ status }) => ![200, 403, 409].includes(status))).toEqual([]);
  // The choice of the invoice wins over all other clicks.
  expect(await world.outcomeOf(payer)).toEqual(upgradedBy("invoice"));
}

test("clicks at once across card and invoice: one invoice, or one page, and never both", async () => {
  await clickOnBoth(20);
  await Promise.all(times(customers, () => clickOnBoth(4)));
});

async function clickOnCard(clicks: number): Promise<void> {
  const payer = await world.createCustomer();
  const answers = await Promise.all(times(clicks, () => world.card(payer)));
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect(answers[0]?.status).toBe(200);
  expect(await world.outcomeOf(payer)).toMatchObject({ plan: "trial", openSessions: 1, checkout: "open" });
}

test("20 clicks on the card at once: one session, and everybody is led to it", async () => {
  await clickOnCard(20);
  await Promise.all(times(customers, () => clickOnCard(3)));
});

const refusals = (operation: string): number =>
  world.portal.requests.list("stripe").filter((each) => each.operation === operation && each.status === 409)
    .length;

test("while Stripe takes its time, the other clicks wait for the first one's session", async () => {
  const operation = "POST /v1/checkout/sessions";
  world.portal.requests.clear();
  const held = world.holdStripe({ operation });
  const clicks = clickOnCard(4);
  await held.arrived();
  // So often have the other three joined in that one of them was refused the second try of the SDK, too.
  await expect.poll(() => refusals(operation)).toBeGreaterThanOrEqual(4);
  held.release();
  await clicks;
});

test("the event and the return page, many times at once: one upgrade", async () => {
  await payOnce(10);
  await Promise.all(times(customers, () => payOnce(2)));
});

/** The event so many times and the return page so many times, at once. */
async function payOnce(each: number): Promise<void> {
  const payer = await world.createCustomer();
  const session = await world.payOnPage(payer);
  const answers = await Promise.all([
    ...times(each, () => world.sendEvent("checkout.session.completed", session)),
    ...times(each, () => world.comeBack(payer)),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(Array(2 * each).fill(200));
  expect(await world.outcomeOf(payer)).toEqual(upgradedBy("card"));
}
