import { join } from "node:path";
import { expect, test } from "vitest";
import { environmentNamed } from "#infra/config.ts";
import * as model from "#scripts/bench/cost/model.ts";
import { prices } from "#scripts/bench/cost/prices.ts";
import { templatesOf } from "#scripts/bench/cost/tables.ts";

const measured: model.Measured = {
  action: (title) => ({
    milliseconds: 10,
    reads: 1,
    writes: title.includes("signup") ? 13 : 2,
    calls: { dynamodb: 1 },
  }),
  page: () => ({ files: 20, kilobytes: 200 }),
};

test("the bill is quantity by price, and takes off what is free where that is asked for", () => {
  expect(model.bill({ sms: 100 })[0]).toEqual({
    unit: prices.sms.unit,
    usd: expect.closeTo(100 * prices.sms.usd),
  });
  expect(model.total(model.bill({ activeUsers: 10_001 }, true))).toBeCloseTo(prices.activeUsers.usd);
  expect(model.total(model.bill({ activeUsers: 9_000 }, true))).toBe(0);
});

test("a sign-up is 1.2 SMS, two mails less the one that is measured, seven calls and the pool's triggers", () => {
  const quantities = model.signUp(measured);
  expect(quantities).toMatchObject({ verifications: 1, mails: 1, fileReads: 1 });
  expect(quantities.sms).toBeCloseTo(1.2);
  expect(quantities.apiRequests).toBeCloseTo(7.2);
  expect(quantities.lambdaRequests).toBeCloseTo(10.2);
  expect(quantities.tableWrites).toBeCloseTo(1.2 * 2 + 2 + 13 + 3 + 2 + 3 * 2);
  expect(model.upgrade(measured).lambdaRequests).toBe(8);
});

test("the templates' own idle month has every fixed part", () => {
  const site = join(import.meta.dirname, "../../../infra/support/site");
  const idle = model.idleMonth(templatesOf(environmentNamed("dev"), site));
  for (const name of [
    "firewalls",
    "firewallRules",
    "keys",
    "secrets",
    "dashboards",
    "alarms",
    "metrics",
  ] as const)
    expect(idle[name], name).toBeGreaterThan(0);
  expect(idle.sms).toBeUndefined();
  expect(model.total(model.bill(idle, true))).toBeGreaterThan(prices.firewalls.usd);
});

test("more customers cost more in all and less each, and the nearest limit comes first", () => {
  const [ten = 0, thousands = 0, million = 0] = [10, 10_000, 1_000_000].map((size) =>
    model.total(model.bill(model.month(size, measured, { firewalls: 1 }), true)),
  );
  expect(ten).toBeLessThan(thousands);
  expect(thousands).toBeLessThan(million);
  expect(thousands / 10_000).toBeLessThan(ten / 10);
  const [first, second] = model.limits(10_000, measured, { smsPerDay: 500, apiPerSecond: 50 });
  expect(first).toMatchObject({ what: "SMS a day, our setting", demand: expect.closeTo(90) });
  expect(second?.used).toBeLessThan(first?.used ?? 0);
});
