/** Closing the account and paying at the same time: one of them happens, and nobody has paid for nothing. */

import { expect, test } from "vitest";
import { claimCheckout, readCheckout } from "#functions/billing/checkout/checkout-table.ts";
import { dayMs } from "#shared/durations.ts";
import { accountState } from "#test/functions/support/accounts.ts";
import { advance } from "#test/functions/support/portal.ts";
import type { Owner } from "#test/functions/support/world/customers.ts";
import { upgradedSubject } from "#test/functions/support/world/purchases.ts";
import { startWorld } from "#test/functions/support/world/world.ts";

const world = await startWorld();
const { portal, closeAccount: close, emulator } = world;

const subjects = (payer: Owner) => portal.inbox.list(payer.email).map(({ subject }) => subject);

const refundMails = (payer: Owner) => subjects(payer).filter((subject) => subject?.includes("ご返金"));

/** The paid and not refunded amount, in yen. */
const keptOf = async (payer: Owner): Promise<number> =>
  (await world.chargesOf(payer)).reduce(
    (sum, { amount, amount_refunded }) => sum + amount - amount_refunded,
    0,
  );

async function expectNothingPaid(payer: Owner): Promise<void> {
  expect(await world.stateOf(payer)).toMatchObject({ isClosed: true, plan: "trial", account: "disabled" });
  const subscriptions = await world.subscriptionsOf(payer);
  for (const { status, latest_invoice } of subscriptions) {
    expect(status).toBe("canceled");
    const invoice = await world.stripe.invoices.retrieve(String(latest_invoice));
    expect(["paid", "void"]).toContain(invoice.status);
  }
  expect(await keptOf(payer)).toBe(0);
  expect(subjects(payer)).not.toContain(upgradedSubject);
  expect(await world.checksOf(payer)).toEqual([]);
}

/** Stripe does not close the page with the account: it is paid a moment later. */
async function payAfterClosing(): Promise<{ payer: Owner; session: string }> {
  const payer = await world.createCustomer();
  const { checkout_session_id: session } = (await world.card(payer)).json;
  world.failStripe({ operation: "GET /v1/checkout/sessions", status: 500, times: 2 });
  expect((await close(payer)).status).toBe(200);
  portal.faults.clear();
  emulator.decide(session, { outcome: "paid" });
  return { payer, session };
}

test.each(["the event", "the reconciler"])("a payment after the closing is refunded by %s", async (who) => {
  const { payer, session } = await payAfterClosing();
  if (who === "the event") await world.sendEvent("checkout.session.completed", session);
  // The payment is found, then undone, then the mail goes out.
  for (let run = 0; run < 3; run += 1) await world.reconcileLater();
  await expectNothingPaid(payer);
  expect(refundMails(payer)).toHaveLength(1);
});

test("a customer whose refund Stripe refuses gets no mail, and is not erased", async () => {
  const { payer, session } = await payAfterClosing();
  world.failStripe({ operation: "POST /v1/refunds", status: 400, times: 999 });
  await world.sendEvent("checkout.session.completed", session);
  for (let run = 0; run < 3; run += 1) await world.reconcileLater();
  expect([await keptOf(payer), refundMails(payer)]).toEqual([11_000, []]);
  advance(31 * dayMs);
  await world.runRetention().catch(() => undefined);
  expect((await world.profileOf(payer)).closedAt).toBeDefined();
  portal.faults.clear();
  await world.reconcileLater();
  await world.reconcileLater();
  await expectNothingPaid(payer);
  expect(refundMails(payer)).toHaveLength(1);
  advance(60 * 60_000);
  await world.runRetention();
  expect(await accountState(portal, payer)).toBe("gone");
});

test("a payment that starts while the closing reads the debts: the closing is refused", async () => {
  const { id: stripeCustomerId } = await world.stripe.customers.create({ name: "株式会社テスト商事" });
  const payer = await world.createCustomer({ stripeCustomerId });
  const held = world.holdStripe({ operation: "GET /v1/invoices" });
  const closing = close(payer);
  await held.arrived(2);
  const { status } = await world.card(payer);
  expect(status).toBe(200);
  held.release();
  expect((await closing).status).toBe(409);
  expect(await world.stateOf(payer)).toMatchObject({ isClosed: false, account: "enabled", mails: [] });
});

test("no payment begins once the account is closed", async () => {
  const payer = await world.createCustomer();
  await close(payer);
  portal.become("checkout-session");
  const paths = { successPath: "/upgrade", cancelPath: "/upgrade" };
  const price = { id: "price_1", amountYen: 11_000 };
  const wish = { mode: "card", price, ...paths } as const;
  expect(await claimCheckout(payer.sub, undefined, wish)).toBeUndefined();
  expect(await readCheckout(payer.sub)).toBeUndefined();
});
