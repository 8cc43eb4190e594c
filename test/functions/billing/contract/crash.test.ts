/** The process dies right after any of its side effects; the reconciler alone brings about the same final state. */
import { beforeEach, expect, test, vi } from "vitest";
import { startContracts, subjects } from "#test/functions/support/contracts.ts";
import { killEverywhere, makeClientsMortal, sideEffects } from "#test/functions/support/kill.ts";
import type { Payer } from "#test/functions/support/paying.ts";
import { advance } from "#test/functions/support/portal.ts";

vi.mock("#functions/platform/http.ts", async (load) => {
  const { sideEffects, mortalHttp } = await import("#test/functions/support/kill.ts");
  return mortalHttp(await load(), sideEffects);
});

const contracts = await startContracts();
makeClientsMortal(contracts.portal, sideEffects);
beforeEach(async () => {
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
  await contracts.portal.reset();
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

test.each(Object.entries(operations))(
  "%s, killed after each side effect, then reconciled",
  async (_, { by, before, run, isDone, ...told }) => {
    const [payer] = await contracts.upgradedPayer(by);
    await before(payer);
    const work = () => run(payer);
    const deaths = await killEverywhere(contracts.portal, work, async (effects) => {
      // The counter and the row for the reconciler come before Stripe.
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
    // And the record, the mail and its row.
    expect(deaths).toBeGreaterThanOrEqual(6);
  },
);

test("the card that is left, its webhook killed after each side effect", async () => {
  const [payer] = await contracts.upgradedPayer("invoice");
  const sessionId = contracts.sessionIn(await contracts.payBy(payer, "card"));
  contracts.emulator.decide(sessionId, { outcome: "paid" });
  const webhook = () => contracts.tell("checkout.session.completed", sessionId);
  const deaths = await killEverywhere(contracts.portal, webhook, async () => {
    await reconcileLater();
    await contracts.expectInSync(payer);
    expect((await contracts.recordOf(payer)).paymentType).toBe("card");
    await expectToldOnce(payer, { action: "payment-type-changed", mail: subjects.paymentType });
    const { actions } = await contracts.toldOf(payer);
    expect(actions.filter((each) => each === "card-changed")).toHaveLength(1);
  });
  expect(deaths).toBeGreaterThanOrEqual(7);
});

test("the end of the period, its webhook killed after each side effect", async () => {
  const [payer, id] = await contracts.upgradedPayer("card");
  await contracts.cancel(payer);
  contracts.emulator.passTime(id, { event: "period_ended" });
  const webhook = () => contracts.tell("customer.subscription.deleted", id);
  const deaths = await killEverywhere(contracts.portal, webhook, async () => {
    advance(32 * 24 * 60 * 60_000);
    await reconcileLater();
    await contracts.expectInSync(payer);
    await expectToldOnce(payer, { action: "plan-suspended", mail: subjects.suspended });
  });
  expect(deaths).toBeGreaterThanOrEqual(3);
});
