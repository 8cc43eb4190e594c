/** The debt, its contract, and the possible next steps. */
import { describe, expect, test } from "vitest";
import { owedOf } from "#functions/billing/contract/owed.ts";
import type { OpenInvoice } from "#functions/billing/stripe/invoice-list.ts";
import type { Owner } from "#test/functions/support/world/customers.ts";
import { startWorld } from "#test/functions/support/world/world.ts";
import fc from "#test/support/property.ts";

const world = await startWorld();

/** By card, and the renewal was declined. */
async function declined() {
  const [payer, subscriptionId] = await world.createPayer("card");
  const invoiceId = world.emulator.simulate.paymentFailed(subscriptionId);
  return { payer, subscriptionId, invoiceId };
}

test("another card is still a way while Stripe does not say which card it was", async () => {
  const { payer } = await declined();
  world.failStripe({ operation: "GET /v1/invoice_payments", status: 500, times: 9 });
  expect((await world.contractOf(payer)).owed).toMatchObject([{ state: "declined" }]);
});

test("the rest alone is owed after a credit note; the invoice keeps its amount", async () => {
  const { payer, invoiceId } = await declined();
  world.emulator.simulate.invoiceCredited(invoiceId, 4_000);
  const { owed, invoices } = await world.contractOf(payer);
  expect(owed).toMatchObject([{ invoiceId, amount: 7_000 }]);
  expect(invoices?.find(({ id }) => id === invoiceId)).toMatchObject({ amount: 11_000, tax: 1_000 });
});

test("an invoice that is on no page any more is owed all the same", async () => {
  const [payer, subscriptionId] = await world.createPayer("invoice");
  const id = await world.latestInvoiceOf(subscriptionId);
  world.emulator.simulate.invoiceOverdue(id);
  for (let month = 0; month < 13; month += 1) {
    await world.pass(subscriptionId, "period_ended");
    world.emulator.simulate.invoicePaid(await world.latestInvoiceOf(subscriptionId));
  }
  const { invoices, owed } = await world.contractOf(payer);
  expect(invoices?.map((invoice) => invoice.id)).not.toContain(id);
  expect(owed).toMatchObject([{ invoiceId: id, state: "overdue", contract: "current" }]);
});

describe("mails say what menu and contract say", () => {
  const newest = (payer: Owner) => world.mailsTo(payer)[0];

  test("a replaced card leaves nothing to do, and the new one is charged", async () => {
    const { payer, invoiceId } = await declined();
    const { setup_session_id: session } = (await world.setUp(payer)).json;
    world.emulator.decide(session, { outcome: "paid", card: "jcb" });
    await world.sendEvent("checkout.session.completed", session);
    const { owed } = await world.contractOf(payer);
    expect(owed).toMatchObject([{ state: "retrying", ways: ["pay"], nextAttemptAt: expect.any(String) }]);
    await world.sendEvent("invoice.payment_failed", invoiceId);
    expect(newest(payer)?.text).toContain("お手続きの必要はありません");
    expect(newest(payer)?.text).not.toContain("カード情報の変更");
  });

  test("declined for a contract that has ended: it can be paid, and threatens nothing", async () => {
    const { payer, subscriptionId, invoiceId } = await declined();
    world.emulator.passTime(subscriptionId, { event: "gave_up" });
    await world.sendEvent("invoice.payment_failed", invoiceId);
    const mail = newest(payer);
    expect(mail?.subject).toContain("終了したご契約のお支払いについて");
    expect(mail?.text).toMatch(
      /お支払いページ：\nhttp\S+\n\nお支払いページを開けるのは、\d+年\d+月\d+日まで/,
    );
    expect(mail?.text).not.toMatch(/カード情報の変更|ご利用いただけなくなる/);
  });
});

test("the debt lists every open invoice once, the most urgent first, with a next step", () => {
  const id = fc.constantFrom("sub_now", "sub_past", null);
  const card = fc.constantFrom("pm_old", "pm_new", undefined);
  const invoice = fc.record({
    subscriptionId: id,
    isCharged: fc.boolean(),
    isLate: fc.boolean(),
    nextAttemptAt: fc.constantFrom(null, "2026-12-01T00:00:00.000Z"),
    declined: card,
  });
  fc.assert(
    fc.property(
      fc.array(invoice, { maxLength: 6 }),
      fc.boolean(),
      fc.boolean(),
      card,
      (drawn, goesOn, canChangeCard, cardId) => {
        const open = drawn.map(({ nextAttemptAt, ...each }, index) => ({
          ...each,
          remaining: 1,
          lateAt: undefined,
          shown: { id: `in_${index}`, nextAttemptAt } as OpenInvoice["shown"],
        }));
        const declinedCards = new Map(
          drawn.flatMap(({ declined }, index) => (declined ? [[`in_${index}`, declined] as const] : [])),
        );
        const current = goesOn ? { subscriptionId: "sub_now", cardId, canChangeCard } : undefined;
        const owed = owedOf({ open, current, declinedCards });
        expect(owed.map(({ invoiceId }) => invoiceId).sort()).toEqual(
          open.map(({ shown }) => shown.id).sort(),
        );
        const urgent = owed.map(
          ({ contract, state }) => contract === "current" && (state === "overdue" || state === "declined"),
        );
        expect(urgent).toEqual([...urgent].sort((one, other) => Number(other) - Number(one)));
        for (const each of owed) {
          const { isLate, isCharged, subscriptionId } = open[Number(each.invoiceId.slice(3))] ?? {};
          expect(each.state === "due").toBe(!isLate);
          expect(each.state === "overdue").toBe(isLate === true && !isCharged);
          const isCurrent = goesOn && subscriptionId === "sub_now";
          const otherwise = subscriptionId === null ? "none" : "former";
          expect(each.contract).toBe(isCurrent ? "current" : otherwise);
          expect(each.ways).toContain("pay");
          expect(each.ways.includes("change-card")).toBe(
            isCurrent && canChangeCard && each.state === "declined",
          );
          if (each.state === "retrying") expect([cardId, each.nextAttemptAt]).not.toContain(null);
        }
      },
    ),
  );
});
