/** The process dies right after any of its side effects: of a closing, of the reconciler that completes it, of the erasure. */
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { killEverywhere, makeClientsMortal, sideEffects } from "#test/functions/support/kill.ts";
import { startLeaving } from "#test/functions/support/leaving.ts";
import type { Payer } from "#test/functions/support/paying.ts";
import { advance } from "#test/functions/support/portal.ts";

vi.mock("#functions/platform/http.ts", async (load) => {
  const { sideEffects, mortalHttp } = await import("#test/functions/support/kill.ts");
  return mortalHttp(await load(), sideEffects);
});

const leaving = await startLeaving();
const { portal, close, stateOf } = leaving;
beforeAll(() => makeClientsMortal(portal, sideEffects));
beforeEach(async () => {
  await portal.reset();
  leaving.emulator.webhooks.mode = "drop";
});

const ended = {
  account: "disabled",
  isClosed: true,
  closure: "closed",
  audits: 1,
  plan: "suspended",
  subscriptions: ["canceled"],
};

async function newPayer(): Promise<Payer> {
  const [payer] = await leaving.upgradedPayer("card");
  return payer;
}

/** Mail may go out twice when the process died between sending it and noting that down, and never not at all. */
async function expectClosed(payer: Payer, what: string): Promise<void> {
  const { mails, ...state } = await stateOf(payer);
  expect(state, what).toEqual(ended);
  expect(new Set(mails), what).toEqual(new Set(["退会手続きのお知らせ"]));
  expect(mails.length, what).toBeLessThanOrEqual(2);
}

test("a closing that died is completed by the reconciler; one that was not written can be repeated", async () => {
  const payer = await newPayer();
  let written = 0;
  await killEverywhere(
    portal,
    () => close(payer),
    async (effects) => {
      const { isClosed } = await stateOf(payer);
      if (isClosed) written += 1;
      else expect((await close(payer)).status).toBe(200);
      await leaving.reconcileLater();
      await leaving.reconcileLater();
      await expectClosed(payer, `killed after ${effects}`);
    },
  );
  // The record, sign-in, sessions, mail and subscription.
  expect(written).toBeGreaterThan(4);
});

test("a reconciler that died completes the closing in a later run", async () => {
  const payer = await newPayer();
  leaving.failStripe({ operation: "DELETE /v1/subscriptions/{id}", status: 500, times: 9 });
  expect((await close(payer)).status).toBe(200);
  portal.faults.clear();
  advance(121_000);
  const deaths = await killEverywhere(portal, leaving.reconcile, async (effects) => {
    for (let runs = 0; runs < 2; runs += 1) await leaving.reconcileLater();
    await expectClosed(payer, `killed after ${effects}`);
  });
  expect(deaths).toBeGreaterThan(2);
});

test("an erasure that died is finished by a later run, and tells of it once", async () => {
  const payer = await newPayer();
  await leaving.signIn(payer);
  await close(payer);
  await leaving.reconcileLater();
  advance(31 * leaving.dayMs);
  const deaths = await killEverywhere(portal, leaving.runRetention, async (effects) => {
    for (let runs = 0; runs < 3; runs += 1) {
      advance(60 * 60_000);
      await leaving.runRetention();
    }
    await leaving.reconcile();
    await leaving.expectErased(payer, `killed after ${effects}`);
  });
  expect(deaths).toBeGreaterThan(8);
});
