import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { environmentNamed } from "../../infra/config.ts";
import { bill, sumOf, total } from "../../scripts/bench/cost/bill.ts";
import { inventoryOf } from "../../scripts/bench/cost/inventory.ts";
import { fromMemory, prices, stripeShares } from "../../scripts/bench/cost/prices.ts";
import { quotas } from "../../scripts/bench/cost/quotas.ts";
import { templatesOf } from "../../scripts/bench/cost/synthesize.ts";
import { functions, inventory, resources } from "./support/costs.ts";

describe("the bill", () => {
  test("is quantity by price; what is free comes off where it is asked for", () => {
    expect(bill({ sms: 100, mails: 500 }, { free: false })).toEqual([
      { name: "sms", unit: prices.sms.unit, quantity: 100, usd: expect.closeTo(100 * prices.sms.usd) },
      { name: "mails", unit: prices.mails.unit, quantity: 500, usd: expect.closeTo(prices.mails.usd / 2) },
    ]);
    expect(sumOf(bill({ activeUsers: 10_001 }, { free: true }))).toBeCloseTo(prices.activeUsers.usd);
    expect(sumOf(bill({ activeUsers: 9_000 }, { free: true }))).toBe(0);
    expect(sumOf(bill({ activeUsers: 9_000 }, { free: false }))).toBeCloseTo(9_000 * prices.activeUsers.usd);
  });

  test("adds up what happens several times", () => {
    expect(total([2, { sms: 1, mails: 3 }], [1, { mails: 1 }])).toEqual({ sms: 2, mails: 7 });
  });
});

describe("what stands in the templates", () => {
  test("is counted over all stacks, alarms by the metrics they read, schedules by the month", () => {
    expect(inventory).toEqual({
      firewalls: 1,
      firewallRules: 3,
      keys: 1,
      secrets: 2,
      dashboards: 1,
      alarms: 4,
      metrics: 2,
      memoryMb: Object.fromEntries(["verify", ...functions].map((name) => [name, 512])),
      scheduledRuns: [2880, 720],
      logDays: 90,
      tracing: true,
      threatProtection: false,
      cognitoMail: false,
      apiPerSecond: 50,
      smsPerDay: 500,
      unknownTypes: ["AWS::EC2::NatGateway"],
    });
  });

  test("a schedule that is not understood is not passed over", () => {
    const cron = resources({
      Type: "AWS::Events::Rule",
      Properties: { ScheduleExpression: "cron(0 3 * * ? *)" },
    });
    expect(() => inventoryOf([cron])).toThrow("does not know how often cron(0 3 * * ? *) is");
  });

  test("the portal's own: everything in them has a price or needs none", () => {
    const site = join(import.meta.dirname, "../infra/support/site");
    const own = inventoryOf(templatesOf(environmentNamed("dev"), site));
    expect(own.unknownTypes).toEqual([]);
    expect(own.smsPerDay).toBe(environmentNamed("dev").smsDailyCap);
    expect(Object.keys(own.memoryMb)).toEqual(expect.arrayContaining(["verify", "post-user", "reconcile"]));
    for (const count of [own.firewallRules, own.keys, own.secrets, own.alarms, own.dashboards, own.logDays]) {
      expect(count).toBeGreaterThan(0);
    }
  });
});

test("docs/cost.md names what nobody has compared with a page, and nothing else", () => {
  const text = readFileSync(join(import.meta.dirname, "../../docs/cost.md"), "utf8");
  const paragraph = text.split("\n\n").find((each) => each.startsWith("**Still from memory"));
  const named = [...(paragraph ?? "").matchAll(/`(\w+)`/g)].map(([, name]) => name);
  expect(named).toEqual([prices, stripeShares, quotas].flatMap(fromMemory));
});
