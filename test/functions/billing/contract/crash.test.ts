/** The process dies right after any of its side effects; the reconciler alone brings about the same final state. */
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type Contracts, startContracts, subjects } from "#test/functions/support/contracts.ts";
import { makeClientsMortal, sideEffects, survives, upTo } from "#test/functions/support/kill.ts";
import type { Payer } from "#test/functions/support/paying.ts";
import { advance } from "#test/functions/support/portal.ts";

vi.mock("#functions/platform/http.ts", async (load) => {
  const { sideEffects, mortalHttp } = await import("#test/functions/support/kill.ts");
  return mortalHttp(await load(), sideEffects);
});

let contracts: Contracts;
beforeAll(async () => {
  contracts = await startContracts();
  makeClientsMortal(contracts.portal, sideEffects);
});
beforeEach(() => {
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
  contracts.emulator.webhooks.mode = "drop";
});

interface Told {
  action: string;
  mail: string;
}

/** Once; a mail that was sent and not noted down goes out a second time. */
async function expectToldOnce(payer: Payer, { action, mail }: Told): Promise<void> {
  const { actions, mails } = await contracts.toldOf(payer);
  expect(actions.filter((each) => each === action)).toEqual([action]);
  expect(new Set(mails)).toContain(mail);
  expect(mails.filter((each) => each === mail).length).toBeLessThanOrEqual(2);
  expect(await contracts.portal.partition("OUTBOX")).toEqual([]);
}

async function reconcileLater(): Promise<void> {
  for (let run = 0; run < 2; run += 1) {
    advance(3 * 60_000);
    await contracts.reconcile();
  }
}

/** The counter, the row for the reconciler, Stripe, the record, the mail, its row. */
const ofAnOperation = upTo(6);

interface Operation extends Told {
  by: "card" | "invoice";
  /** The preparation, which is not killed. */
  before(payer: Payer): Promise<unknown>;
  run(payer: Payer): Promise<unknown>;
  isDone(payer: Payer): Promise<boolean>;
}

const subscriptionOf = async (payer: Payer) =>
  contracts.stripe.subscriptions.retrieve((await contracts.recordOf(payer)).subscriptionId ?? "");

const operations: Record<string, Operation> = {
  cancelling: {
    by: "card",
    before: async () => undefined,
    run: (payer) => contracts.cancel(payer, "other"),
    isDone: async (payer) => (await subscriptionOf(payer)).cancel_at_period_end,
    action: "cancellation-scheduled",
    mail: subjects.cancelled,
  },
  resuming: {
    by: "card",
    before: (payer) => contracts.cancel(payer),
    run: (payer) => contracts.resume(payer),
    isDone: async (payer) => !(await subscriptionOf(payer)).cancel_at_period_end,
    action: "cancellation-withdrawn",
    mail: subjects.resumed,
  },
  "changing to the invoice": {
    by: "card",
    before: async () => undefined,
    run: (payer) => contracts.payBy(payer, "invoice"),
    isDone: async (payer) => (await subscriptionOf(payer)).collection_method === "send_invoice",
    action: "payment-type-changed",
    mail: subjects.paymentType,
  },
};

describe.each(Object.entries(operations))("%s", (_, { by, before, run, isDone, ...told }) => {
  test.each(ofAnOperation)("killed after side effect %i, then reconciled", async (effects) => {
    const [payer] = await contracts.upgradedPayer(by);
    await before(payer);
    expect(await survives(effects, () => run(payer))).toBe(false);
    const wasAsked = effects >= 3;
    expect(await isDone(payer)).toBe(wasAsked);
    await reconcileLater();
    await contracts.expectInSync(payer);
    if (wasAsked) await expectToldOnce(payer, told);
    // Clicked again, it is done in any case.
    await run(payer);
    await contracts.expectInSync(payer);
    expect(await isDone(payer)).toBe(true);
    await expectToldOnce(payer, told);
    await reconcileLater();
    expect((await contracts.checks(payer)).filter(({ kind }) => kind === "contract-change")).toEqual([]);
  });
});

test.each(upTo(7))("the card that is left, its webhook killed after side effect %i", async (effects) => {
  const [payer] = await contracts.upgradedPayer("invoice");
  const sessionId = contracts.sessionIn(await contracts.payBy(payer, "card"));
  contracts.emulator.decide(sessionId, { outcome: "paid" });
  const webhook = () => contracts.tell("checkout.session.completed", sessionId);
  expect(await survives(effects, webhook)).toBe(false);
  await reconcileLater();
  await contracts.expectInSync(payer);
  expect((await contracts.recordOf(payer)).paymentType).toBe("card");
  await expectToldOnce(payer, { action: "payment-type-changed", mail: subjects.paymentType });
  expect((await contracts.toldOf(payer)).actions.filter((each) => each === "card-changed")).toHaveLength(1);
});

test.each(upTo(3))("the end of the period, its webhook killed after side effect %i", async (effects) => {
  const [payer, id] = await contracts.upgradedPayer("card");
  await contracts.cancel(payer);
  contracts.emulator.passTime(id, { event: "period_ended" });
  const webhook = () => contracts.tell("customer.subscription.deleted", id);
  expect(await survives(effects, webhook)).toBe(false);
  advance(32 * 24 * 60 * 60_000);
  await reconcileLater();
  await contracts.expectInSync(payer);
  await expectToldOnce(payer, { action: "plan-suspended", mail: subjects.suspended });
});
