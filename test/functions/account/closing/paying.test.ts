/** Closing the account and paying at the same time: one of them happens, and nobody has paid for nothing. */

import type Stripe from "stripe";
import { beforeEach, describe, expect, test } from "vitest";
import { claimCheckout, readCheckout } from "#functions/billing/checkout/checkout-table.ts";
import { startLeaving } from "#test/functions/support/leaving.ts";
import { contact, type Payer, upgradedSubject } from "#test/functions/support/paying.ts";
import { advance, type Reply } from "#test/functions/support/portal.ts";

const leaving = await startLeaving();
const { portal, close, emulator } = leaving;
beforeEach(() => {
  portal.faults.clear();
  emulator.webhooks.mode = "drop";
});

const subjects = (payer: Payer) => portal.inbox.list(payer.email).map(({ subject }) => subject);

const refundMails = (payer: Payer) => subjects(payer).filter((subject) => subject?.includes("ご返金"));

/** The paid and not refunded amount, in yen. */
async function keptOf(payer: Payer): Promise<number> {
  const { stripeCustomerId: customer = "" } = await leaving.recordOf(payer);
  const { charges } = (emulator.snapshot() as { state: { charges: Stripe.Charge[] } }).state;
  return charges
    .filter((charge) => charge.customer === customer)
    .reduce((sum, { amount, amount_refunded }) => sum + amount - amount_refunded, 0);
}

async function expectNothingPaid(payer: Payer): Promise<void> {
  expect(await leaving.stateOf(payer)).toMatchObject({ isClosed: true, plan: "trial", account: "disabled" });
  const subscriptions = await leaving.subscriptionsOf(payer);
  for (const { status, latest_invoice } of subscriptions) {
    expect(status).toBe("canceled");
    const invoice = await leaving.stripe.invoices.retrieve(String(latest_invoice));
    expect(["paid", "void"]).toContain(invoice.status);
  }
  expect(await keptOf(payer)).toBe(0);
  expect(subjects(payer)).not.toContain(upgradedSubject);
  expect((await portal.partition("STRIPE_CHECKS")).filter(({ sub }) => sub === payer.sub)).toEqual([]);
}

/** Stripe does not close the page with the account: it is paid a moment later. */
async function payAfterClosing(): Promise<{ payer: Payer; session: string }> {
  const payer = await leaving.newOwner();
  const { checkout_session_id: session } = (await leaving.card(payer)).json;
  leaving.failStripe({ operation: "GET /v1/checkout/sessions", status: 500, times: 2 });
  expect((await close(payer)).status).toBe(200);
  portal.faults.clear();
  emulator.decide(session, { outcome: "paid" });
  return { payer, session };
}

test.each(["the event", "the reconciler"])(
  "a card payment after the closing, of which %s tells, is refunded with a mail to its customer",
  async (who) => {
    const { payer, session } = await payAfterClosing();
    if (who === "the event") await leaving.tell("checkout.session.completed", session);
    // The payment is found, then undone, then the mail goes out.
    for (let run = 0; run < 3; run += 1) await leaving.reconcileLater();
    await expectNothingPaid(payer);
    expect(refundMails(payer)).toHaveLength(1);
  },
);

test("while Stripe refuses the refund, there is no mail, and the customer is not erased: the task would be, too", async () => {
  const { payer, session } = await payAfterClosing();
  leaving.failStripe({ operation: "POST /v1/refunds", status: 400, times: 999 });
  await leaving.tell("checkout.session.completed", session);
  for (let run = 0; run < 3; run += 1) await leaving.reconcileLater();
  expect([await keptOf(payer), refundMails(payer)]).toEqual([11_000, []]);
  advance(31 * leaving.dayMs);
  await leaving.runRetention().catch(() => undefined);
  expect((await leaving.recordOf(payer)).closedAt).toBeDefined();
  portal.faults.clear();
  await leaving.reconcileLater();
  await leaving.reconcileLater();
  await expectNothingPaid(payer);
  expect(refundMails(payer)).toHaveLength(1);
  advance(60 * 60_000);
  await leaving.runRetention();
  expect(await leaving.accountState(payer)).toBe("gone");
});

test("a payment that starts while the closing reads the debts: the closing is refused", async () => {
  const { id: stripeCustomerId } = await leaving.stripe.customers.create({ name: "株式会社テスト商事" });
  const payer = await leaving.newOwner({ stripeCustomerId });
  const held = leaving.hold({ operation: "GET /v1/invoices" });
  const closing = close(payer);
  await held.arrived(2);
  const { status } = await leaving.card(payer);
  expect(status).toBe(200);
  held.release();
  expect((await closing).status).toBe(409);
  expect(await leaving.stateOf(payer)).toMatchObject({ isClosed: false, account: "enabled", mails: [] });
});

test("no payment begins once the account is closed", async () => {
  const payer = await leaving.newOwner();
  await close(payer);
  portal.become("checkout-session");
  const wish = {
    mode: "card",
    contact: {
      name: contact.billing_charge_name,
      phoneNumber: contact.billing_phone_number,
      email: contact.billing_email,
    },
    price: { id: "price_1", amountYen: 11_000 },
    successPath: "/upgrade",
    cancelPath: "/upgrade",
  } as const;
  expect(await claimCheckout(payer.sub, undefined, wish)).toBeUndefined();
  expect(await readCheckout(payer.sub)).toBeUndefined();
});

/** The account is closed, or the contract made, never both. */
async function expectOneOfThem(payer: Payer, paid: Reply, closed: Reply): Promise<void> {
  for (let run = 0; run < 3; run += 1) await leaving.reconcileLater();
  const state = await leaving.stateOf(payer);
  if (closed.status === 200) {
    await expectNothingPaid(payer);
    const subscriptions = await leaving.subscriptionsOf(payer);
    for (const { latest_invoice } of subscriptions)
      expect((await leaving.stripe.invoices.retrieve(String(latest_invoice))).status).toBe("void");
  } else {
    expect([closed.status, paid.status]).toEqual([409, 200]);
    expect(state).toMatchObject({ isClosed: false, plan: "standard" });
  }
}

describe("a payment by invoice and the closing: one of them happens", () => {
  test.each([
    ["payment", "closing", "payment"],
    ["payment", "closing", "closing"],
    ["closing", "payment", "payment"],
    ["closing", "payment", "closing"],
  ] as const)("when the %s begins, then the %s, and the %s goes on first", async (first, second, ahead) => {
    const { id: stripeCustomerId } = await leaving.stripe.customers.create({ name: "株式会社テスト商事" });
    const payer = await leaving.newOwner({ stripeCustomerId });
    const begin = { payment: () => leaving.invoice(payer), closing: () => close(payer) };
    // The payment asks for late invoices, once, the closing for open ones and for drafts.
    const ofClosing = first === "payment" ? { skip: 1 } : { times: 2 };
    const held = {
      payment: leaving.hold({ operation: "POST /v1/subscriptions" }),
      closing: leaving.hold({ operation: "GET /v1/invoices", ...ofClosing }),
    };
    const one = begin[first]();
    await held[first].arrived();
    const other = begin[second]();
    // A closing that finds a payment asks Stripe for nothing.
    await Promise.race([held[second].arrived(), other]);
    held[ahead].release();
    await (ahead === first ? one : other);
    for (const { release } of Object.values(held)) release();
    const [paid, closed] = first === "payment" ? [await one, await other] : [await other, await one];
    await expectOneOfThem(payer, paid, closed);
  });
});
