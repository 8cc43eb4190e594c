/** Many at once, many times over: whatever the order, one upgrade comes out. */
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { startPaying, upgradedBy } from "#test/functions/support/paying.ts";

/** Customers at once. */
const customers = 5;
const paying = await startPaying();

beforeAll(async () => {
  // The first calls open connections: the races are about warm functions.
  expect((await paying.invoice(await paying.newPayer())).status).toBe(200);
});
beforeEach(() => {
  paying.emulator.webhooks.mode = "drop";
});

const times = <T>(count: number, work: () => Promise<T>): Promise<T>[] => Array.from({ length: count }, work);

/** That many clicks at once of one new customer, half of them on the card and half on the invoice. */
async function clickOnBoth(clicks: number): Promise<void> {
  const payer = await paying.newPayer();
  const answers = await Promise.all([
    ...times(clicks / 2, () => paying.card(payer)),
    ...times(clicks / 2, () => paying.invoice(payer)),
  ]);
  expect(answers.filter(({ status }) => ![200, 403, 409].includes(status))).toEqual([]);
  // The choice of the invoice wins over all other clicks.
  expect(await paying.outcomeOf(payer)).toEqual(upgradedBy("invoice"));
}

test("clicks at once across card and invoice: one invoice, or one page, and never both", {
  timeout: 120_000,
}, async () => {
  await clickOnBoth(20);
  await Promise.all(times(customers, () => clickOnBoth(4)));
});

async function clickOnCard(clicks: number): Promise<void> {
  const payer = await paying.newPayer();
  const answers = await Promise.all(times(clicks, () => paying.card(payer)));
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect(answers[0]?.status).toBe(200);
  expect(await paying.outcomeOf(payer)).toMatchObject({ plan: "trial", openSessions: 1, checkout: "open" });
}

test("20 clicks on the card at once: one session, and everybody is led to it", async () => {
  await clickOnCard(20);
  await Promise.all(times(customers, () => clickOnCard(3)));
});

const refusals = (operation: string): number =>
  paying.portal.requests.list("stripe").filter((each) => each.operation === operation && each.status === 409)
    .length;

test("while Stripe takes its time, the other clicks wait for the first one's session", async () => {
  const operation = "POST /v1/checkout/sessions";
  paying.portal.requests.clear();
  const held = paying.hold({ operation });
  const clicks = clickOnCard(4);
  await held.arrived();
  // So often have the other three joined in that one of them was refused the second try of the SDK, too.
  await vi.waitFor(() => expect(refusals(operation)).toBeGreaterThanOrEqual(4), 60_000);
  held.release();
  await clicks;
});

test("the event and the return page, many times at once: one upgrade", {
  timeout: 120_000,
}, async () => {
  await payOnce(10);
  await Promise.all(times(customers, () => payOnce(2)));
});

/** The event so many times and the return page so many times, at once. */
async function payOnce(each: number): Promise<void> {
  const payer = await paying.newPayer();
  const session = await paying.payOnPage(payer);
  const answers = await Promise.all([
    ...times(each, () => paying.tell("checkout.session.completed", session)),
    ...times(each, () => paying.comeBack(payer)),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(Array(2 * each).fill(200));
  expect(await paying.outcomeOf(payer)).toEqual(upgradedBy("card"));
}
