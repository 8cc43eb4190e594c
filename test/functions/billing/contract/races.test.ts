/** Cancel, resume, renewal and Stripe's events at once, many times over: the record ends where Stripe is, and each fact is told once. */
import { beforeEach, expect, test, vi } from "vitest";
import { startContracts, subjects } from "#test/functions/support/contracts.ts";
import type { Payer } from "#test/functions/support/paying.ts";
import fc from "#test/support/property.ts";

const rounds = 16;
const contracts = await startContracts();
beforeEach(() => {
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
  contracts.emulator.webhooks.mode = "deliver";
});

/** Does `work` when so many of the customer's calls have been made to Stripe, or at the end of `calls` if they are fewer. */
async function amid(count: number, calls: Promise<unknown>, work: () => unknown): Promise<void> {
  const held = contracts.hold({ skip: count });
  await Promise.race([held.arrived(), calls]);
  const working = work();
  held.release();
  await working;
}

async function settled(payer: Payer): Promise<void> {
  // Events that the portal did not take are sent again, too.
  do await contracts.emulator.webhooks.idle();
  while (contracts.emulator.webhooks.waiting() > 0);
  await contracts.expectInSync(payer);
}

test("cancelling against a renewal against the events of both, twice over", {
  timeout: 300_000,
}, async () => {
  const moment = fc.nat({ max: 8 });
  const round = async (by: "invoice" | "card", renewal: number, replay: number) => {
    const [payer, id] = await contracts.upgradedPayer(by);
    await contracts.emulator.webhooks.idle();
    const [event] = contracts.emulator.events().filter(({ data }) => data.object.id === id);
    const cancelling = Promise.all([contracts.cancel(payer), contracts.cancel(payer)]);
    // A renewal, a failed one, or the end if the cancellation was first.
    const passing = { event: by === "invoice" ? "period_ended" : "payment_failed" } as const;
    const renewing = amid(renewal, cancelling, () => contracts.emulator.passTime(id, passing));
    const replaying = amid(replay, cancelling, () => contracts.emulator.webhooks.redeliver(event?.id ?? ""));
    const [answers] = await Promise.all([cancelling, renewing, replaying]);
    for (const { status } of answers) expect([200, 409]).toContain(status);
    await settled(payer);
    const { actions, mails } = await contracts.toldOf(payer);
    const { plan } = await contracts.recordOf(payer);
    for (const facts of [
      actions.filter((each) => each === "cancellation-scheduled"),
      mails.filter((each) => each === subjects.cancelled),
    ]) {
      // Ended before anybody looked, it was never seen as cancelled.
      if (plan === "standard") expect(facts).toHaveLength(1);
      else expect(facts.length).toBeLessThanOrEqual(1);
    }
    expect(actions.filter((each) => each === "plan-suspended")).toHaveLength(plan === "standard" ? 0 : 1);
  };
  const rule = fc.asyncProperty(fc.constantFrom("invoice", "card"), moment, moment, round);
  await fc.assert(rule, { numRuns: rounds, endOnFailure: true });
});

test("cancelling against resuming, from two tabs each", { timeout: 120_000 }, async () => {
  for (let round = 0; round < 8; round += 1) {
    const [payer] = await contracts.upgradedPayer("invoice");
    const clicks = [contracts.cancel, contracts.resume, contracts.cancel, contracts.resume];
    const answers = await Promise.all(clicks.map((click) => click(payer)));
    for (const { status } of answers) expect([200, 409]).toContain(status);
    await settled(payer);
    // Each cancellation and each withdrawal that was seen is told once, in turns.
    const { actions } = await contracts.toldOf(payer);
    const expected = actions.map((_, index) =>
      index % 2 === 0 ? "cancellation-scheduled" : "cancellation-withdrawn",
    );
    expect(actions).toEqual(expected);
  }
});
