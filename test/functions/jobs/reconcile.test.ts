/** The reconciler's priorities when there is too much work. */
import { expect, test, vi } from "vitest";
import { settleCheckout } from "#functions/billing/checkout/settle.ts";
import * as awsClients from "#functions/platform/aws-clients.ts";
import { onCommand } from "../support/on-command.ts";
import { advance } from "../support/portal.ts";
import { putAll } from "../support/put-all.ts";
import { upgradedBy } from "../support/world/purchases.ts";
import { startWorld } from "../support/world/world.ts";

const world = await startWorld();

const many = (count: number, item: Record<string, unknown>) =>
  Array.from({ length: count }, (_, index) => ({ ...item, sk: `0-${index}` }));

test("a mail is tried every few minutes in its first hour, and then every hour", async () => {
  const payer = await world.createCustomer();
  /** Of one run: the list keeps the latest requests only. */
  async function triesOfRun(): Promise<number> {
    world.portal.requests.clear();
    await world.reconcile();
    return world.portal.requests.list("ses").filter(({ body }) => body.includes(payer.email)).length;
  }
  let tries = 0;
  const content = { template: "email-changed", customer: payer.sub, to: payer.email };
  const sk = `${new Date().toISOString()}#licence`;
  await world.portal.put({ pk: "OUTBOX", sk, ...content, nextAttemptAt: 0, lockedUntil: 0, attempts: 1 });
  world.portal.faults.add({ service: "ses", status: 500, times: 1000 });
  for (let minutes = 0; minutes < 60; minutes += 5) {
    tries += await triesOfRun();
    advance(5 * 60_000);
  }
  expect(tries).toBe(12);
  tries = 0;
  for (let hours = 0; hours < 24; hours += 1) {
    advance(61 * 60_000);
    tries += await triesOfRun();
  }
  expect(tries).toBe(24);
});

test("mail that was written while its customer was erased is dropped with the address", async () => {
  const customer = "11111111-2222-4333-8444-555555555555";
  const sk = `${new Date().toISOString()}#refund`;
  const content = { template: "payment-refunded", customer, to: "erased@example.com" };
  await world.portal.put({ pk: "OUTBOX", sk, ...content, nextAttemptAt: 0, lockedUntil: 0, attempts: 0 });
  await world.reconcile();
  expect(await world.portal.item("OUTBOX", sk)).toBeUndefined();
  expect(world.portal.inbox.list("erased@example.com")).toEqual([]);
});

test("a run that fails publishes no age of the mail, whose absence rings", async () => {
  const published = () => world.portal.logged.filter((line) => line.includes('"OutboxAge":')).length;
  world.portal.faults.add({ service: "dynamodb", operation: "Query", status: 400, times: 1000 });
  await expect(world.reconcile()).rejects.toThrow();
  world.portal.faults.clear();
  expect(published()).toBe(0);
  await world.reconcile();
  expect(published()).toBe(1);
});

test("more idle rows than a run has time for hide no paid checkout and no new password", async () => {
  const payer = await world.createCustomer();
  const { json } = await world.card(payer);
  const { sub, loginId } = payer;
  const looked = {
    sentAt: Date.now(),
    startedAt: "2026-01-01",
    before: "",
    nextAttemptAt: 0,
    lockedUntil: 0,
    attempts: 2,
  };
  const leased = { changedAt: 0, nextAttemptAt: 0, lockedUntil: 0 };
  await putAll(world.portal, [
    ...many(2500, { pk: "SESSIONS", loginId: "nobody", attempts: 2, ...leased }),
    ...many(500, { pk: "EMAIL_CHANGES", loginId: "nobody", ...looked }),
    ...many(500, { pk: "CHECKOUTS", ...looked }),
    { pk: "SESSIONS", sk: "0-unreadable", nextAttemptAt: 0, lockedUntil: 0 },
    { pk: "SESSIONS", sk: sub, loginId, attempts: 1, ...leased },
  ]);
  world.emulator.decide(json.checkout_session_id, { outcome: "paid" });
  // The run's two minutes are over in three seconds.
  const { now } = performance;
  vi.spyOn(performance, "now").mockImplementation(() => now.call(performance) * 40);
  await world.reconcile();
  expect(await world.outcomeOf(payer)).toEqual(upgradedBy("card"));
  expect(await world.portal.item("SESSIONS", sub)).toBeUndefined();
  expect((await world.portal.partition("SESSIONS")).length, "of the idle ones").toBeGreaterThan(1000);
});

test("a payment that begins while an earlier one is settled is settled later, too", async () => {
  const payer = await world.createCustomer();
  const { json } = await world.card(payer);
  await world.stripe.checkout.sessions.expire(json.checkout_session_id);
  await world.sendEvent("checkout.session.expired", json.checkout_session_id);
  expect((await world.checkoutOf(payer))?.state).toBe("closed");
  world.portal.become("reconcile");
  onCommand(awsClients.dynamodb(), "after", '"CHECKOUT"', () => world.card(payer));
  await settleCheckout(payer.sub);
  expect((await world.checkoutOf(payer))?.state).toBe("open");
  expect((await world.portal.partition("CHECKOUTS")).map(({ sk }) => sk)).toContain(payer.sub);
});
