/** Cancel, resume, renewal and Stripe's events at once, many times over: the record ends where Stripe is, and each fact is told once. */
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { type Contracts, startContracts, subjects } from "#test/functions/support/contracts.ts";
import type { Payer } from "#test/functions/support/paying.ts";

const rounds = 16;
/** Rounds that overlap: few, because a request has its deadline. */
const atOnce = 2;
let contracts: Contracts;

beforeAll(async () => {
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
  contracts = await startContracts();
});
beforeEach(() => {
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
  contracts.emulator.webhooks.mode = "deliver";
});

async function inRounds(count: number, round: (number: number) => Promise<void>): Promise<void> {
  for (let done = 0; done < count; done += atOnce) {
    await Promise.all(Array.from({ length: atOnce }, (_, index) => round(done + index)));
  }
}

const soon = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, Math.random() * 60));

async function settled(payer: Payer): Promise<void> {
  await contracts.emulator.webhooks.idle();
  await contracts.expectInSync(payer);
}

test("cancelling against a renewal against the events of both, twice over", {
  timeout: 120_000,
}, async () => {
  await inRounds(rounds, async (number) => {
    const [payer, id] = await contracts.upgradedPayer(number % 2 === 0 ? "invoice" : "card");
    const renew = async () => {
      await soon();
      // A renewal, a failed one, or the end if the cancellation was first.
      contracts.emulator.passTime(id, { event: number % 2 === 0 ? "period_ended" : "payment_failed" });
    };
    const replay = async () => {
      await soon();
      const [event] = contracts.emulator.events().filter(({ data }) => data.object.id === id);
      await contracts.emulator.webhooks.redeliver(event?.id ?? "");
    };
    const answers = await Promise.all([contracts.cancel(payer), contracts.cancel(payer), renew(), replay()]);
    for (const answer of answers) if (answer) expect([200, 409]).toContain(answer.status);
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
  });
});

test("cancelling against resuming, from two tabs each", { timeout: 120_000 }, async () => {
  await inRounds(8, async () => {
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
  });
});
