/** Many at once, many times over: whatever the order, one upgrade comes out. */
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { type Paying, startPaying, upgradedBy } from "../support/paying.ts";
import type { Reply } from "../support/portal.ts";

const rounds = 50;
const atOnce = 2;
let paying: Paying;

beforeAll(async () => {
  paying = await startPaying();
});
afterAll(() => paying.portal.close());
beforeEach(() => {
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
  paying.emulator.webhooks.mode = "drop";
});

/** Rounds are of different customers and may overlap; whatever happens within one is at once. */
async function inRounds(count: number, round: () => Promise<void>): Promise<void> {
  for (let done = 0; done < count; done += atOnce) {
    await Promise.all(Array.from({ length: atOnce }, round));
  }
}

test("20 clicks at once across card and invoice: one invoice, or one page, and never both", {
  timeout: 180_000,
}, async () => {
  await inRounds(rounds, async () => {
    const payer = await paying.newPayer();
    const clicks = Array.from({ length: 20 }, (_, index) =>
      index % 2 === 0 ? paying.card(payer) : paying.invoice(payer),
    );
    const answers = await Promise.all(clicks);
    expect(answers.filter(({ status }) => ![200, 403, 409].includes(status))).toEqual([]);
    // Whoever chose the invoice has it, whatever the others clicked.
    expect(await paying.outcomeOf(payer)).toEqual(upgradedBy("invoice"));
  });
});

test("20 clicks on the card at once: one session, and everybody is led to it", {
  timeout: 180_000,
}, async () => {
  await inRounds(10, async () => {
    const payer = await paying.newPayer();
    const answers = await Promise.all(Array.from({ length: 20 }, () => paying.card(payer)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await paying.outcomeOf(payer)).toMatchObject({ plan: "trial", openSessions: 1, checkout: "open" });
  });
});

test("the event 10 times and the return page 10 times, at once: one upgrade", {
  timeout: 180_000,
}, async () => {
  await inRounds(rounds, async () => {
    const payer = await paying.newPayer();
    const { json } = await paying.card(payer);
    paying.emulator.decide(json.checkout_session_id, { outcome: "paid" });
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => [tell(json.checkout_session_id), paying.comeBack(payer)]).flat(),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(await paying.outcomeOf(payer)).toEqual(upgradedBy("card"));
  });
});

/** The event of that session, sent again. */
function tell(sessionId: string): Promise<Reply> {
  const event = paying
    .eventsOf("checkout.session.completed")
    .find(({ data }) => data.object.id === sessionId);
  const text = JSON.stringify(event);
  const signature = paying.stripe.webhooks.generateTestHeaderString({
    payload: text,
    secret: paying.webhookSecret,
    timestamp: Math.floor(Date.now() / 1000),
  });
  return paying.deliver(text, { "stripe-signature": signature });
}
