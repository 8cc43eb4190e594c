/** The reconciler's priorities when there is too much work. */
import { BatchWriteItemCommand } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import { expect, test, vi } from "vitest";
import { settleCheckout } from "#functions/billing/checkout/settle.ts";
import * as awsClients from "#functions/platform/aws-clients.ts";
import { identifiers } from "#scripts/local/identifiers.ts";
import { advance } from "../support/portal.ts";
import { upgradedBy } from "../support/world/purchases.ts";
import { startWorld } from "../support/world/world.ts";

const world = await startWorld();

async function putAll(items: Record<string, unknown>[]): Promise<void> {
  for (let start = 0; start < items.length; start += 25) {
    const requests = items.slice(start, start + 25).map((item) => ({ PutRequest: { Item: marshall(item) } }));
    await world.portal.dynamodb.send(
      new BatchWriteItemCommand({ RequestItems: { [identifiers.tableName]: requests } }),
    );
  }
}

const many = (count: number, item: (index: number) => Record<string, unknown>) =>
  Array.from({ length: count }, (_, index) => item(index));

test("mail that was tried least comes first; in its first hour every few minutes, and then every hour", async () => {
  const payer = await world.createCustomer();
  const tries = () =>
    world.portal.requests.list("ses").filter(({ body }) => body.includes(payer.email)).length;
  const content = { template: "email-changed", customer: payer.sub, to: payer.email };
  const sk = `${new Date().toISOString()}#licence`;
  await putAll([{ pk: "OUTBOX", sk, ...content, leaseUntil: 0, attempts: 1 }]);
  world.portal.faults.add({ service: "ses", status: 500, times: 1000 });
  for (let minutes = 0; minutes < 60; minutes += 5) {
    await world.reconcile();
    advance(5 * 60_000);
  }
  expect(tries()).toBe(12);
  // It keeps the latest only.
  world.portal.requests.clear();
  for (let hours = 0; hours < 24; hours += 1) {
    advance(61 * 60_000);
    await world.reconcile();
  }
  expect(tries()).toBe(24);
  world.portal.faults.clear();
});

test("mail that was written while its customer was erased is dropped, and does not keep the address", async () => {
  const customer = "11111111-2222-4333-8444-555555555555";
  const sk = `${new Date().toISOString()}#refund`;
  const content = { template: "payment-refunded", customer, to: "erased@example.com" };
  await putAll([{ pk: "OUTBOX", sk, ...content, leaseUntil: 0, attempts: 0 }]);
  await world.reconcile();
  expect(await world.portal.item("OUTBOX", sk)).toBeUndefined();
  expect(world.portal.inbox.list("erased@example.com")).toEqual([]);
});

test("a run to which the table refuses a part of its work publishes no age of the mail, whose absence rings; the next one does", async () => {
  const published = () => world.portal.logged.filter((line) => line.includes('"OutboxAge":')).length;
  world.portal.faults.add({ service: "dynamodb", operation: "GetItem", status: 400, times: 1000 });
  await expect(world.reconcile()).rejects.toThrow();
  world.portal.faults.clear();
  expect(published()).toBe(0);
  await world.reconcile();
  expect(published()).toBe(1);
});

test("more idle rows than one run has time for do not keep a paid checkout and a changed password from being found", async () => {
  const payer = await world.createCustomer();
  const { json } = await world.card(payer);
  const { sub, loginId } = payer;
  const looked = { sentAt: Date.now(), startedAt: "2026-01-01", checkedAt: 1 };
  const leased = { changedAt: 0, leaseUntil: 0 };
  await putAll([
    ...many(2500, (index) => ({
      pk: "SESSIONS",
      sk: `0-${index}`,
      loginId: "nobody",
      attempts: 2,
      ...leased,
    })),
    ...many(500, (index) => ({
      pk: "EMAIL_CHANGES",
      sk: `0-${index}`,
      loginId: `nobody${index}`,
      ...looked,
    })),
    ...many(500, (index) => ({ pk: "CHECKOUTS", sk: `0-${index}`, ...looked })),
    { pk: "SESSIONS", sk: "0-unreadable", leaseUntil: 0 },
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
  let begin: (() => Promise<unknown>) | undefined = () => world.card(payer);
  world.portal.become("reconcile");
  awsClients.dynamodb().middlewareStack.add(
    (next) => async (args) => {
      const result = await next(args);
      const isCheckout = JSON.stringify(args.input).includes('"CHECKOUT"');
      const work = isCheckout ? begin : undefined;
      if (work) begin = undefined;
      await work?.();
      return result;
    },
    { step: "initialize", name: "begin" },
  );
  await settleCheckout(payer.sub);
  awsClients.dynamodb().middlewareStack.remove("begin");
  expect((await world.checkoutOf(payer))?.state).toBe("open");
  expect((await world.portal.partition("CHECKOUTS")).map(({ sk }) => sk)).toContain(payer.sub);
});
