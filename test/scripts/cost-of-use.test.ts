import { describe, expect, test } from "vitest";
import { sumOf } from "../../scripts/bench/cost/bill.ts";
import { loadsOf, monthlyBill, stripeFees } from "../../scripts/bench/cost/population.ts";
import { quotas } from "../../scripts/bench/cost/quotas.ts";
import {
  activeMonth,
  idleMonth,
  type Measured,
  paidUpgrade,
  signUp,
  withKeptLogs,
} from "../../scripts/bench/cost/usage.ts";
import { action, inventory, measured } from "./support/costs.ts";

describe("what people do", () => {
  test("a sign-up is codes, calls, mails and pages", () => {
    const quantities = signUp(measured, inventory);
    expect(quantities).toMatchObject({ verifications: 1, mails: 2, keyCalls: 1, fileReads: 1 });
    expect(quantities.sms).toBeCloseTo(1.2);
    // send 1.2 times, check, sign-up, record, three downloads; and the pool's three functions
    expect(quantities.apiRequests).toBeCloseTo(7.2);
    expect(quantities.lambdaRequests).toBeCloseTo(10.2);
    expect(quantities.tableWrites).toBeCloseTo(1.2 * 12 + 3 + 13 + 1);
  });

  test("functions are paid for while they wait for others", () => {
    const waiting = { ...measured.actions["GET /api/user"], calls: { vonage: 1 } };
    const slower = {
      ...measured,
      actions: { ...measured.actions, "GET /api/user": { ...action({}), ...waiting } },
    };
    const seconds = (of: Measured) => activeMonth(of, inventory).lambdaSeconds ?? 0;
    // 6 calls, 400 ms of Vonage's instead of 5 ms of DynamoDB's, half a GB
    expect(seconds(slower) - seconds(measured)).toBeCloseTo(6 * 0.395 * 0.5);
  });

  test("and by the memory that the templates give them", () => {
    const larger = {
      ...inventory,
      memoryMb: { ...inventory.memoryMb, "get-user": 1024, "download-file": 1024 },
    };
    const seconds = (of: typeof inventory) => activeMonth(measured, of).lambdaSeconds ?? 0;
    expect(seconds(larger)).toBeCloseTo(2 * seconds(inventory));
  });

  test("watched accounts are billed as such, and logs for as long as they are kept", () => {
    const watched = activeMonth(measured, { ...inventory, threatProtection: true });
    expect([watched.watchedUsers, watched.activeUsers]).toEqual([1, undefined]);
    expect(withKeptLogs({ logGb: 2 }, inventory)).toEqual({ logGb: 2, keptLogGb: 6 });
  });

  test("an upgrade is four calls and what Stripe tells us about it", () => {
    expect(paidUpgrade(measured, inventory)).toMatchObject({ lambdaRequests: 8, tableWrites: 23 + 4 * 4 });
  });

  test("when nobody comes, what stands there is paid for, and the clock", () => {
    expect(idleMonth(inventory)).toMatchObject({
      firewalls: 1,
      firewallRules: 3,
      secrets: 2,
      lambdaRequests: 3600,
    });
    expect(idleMonth(inventory).sms).toBeUndefined();
  });
});

describe("at each size", () => {
  test("more customers cost more in all and less each", () => {
    const each = [10, 10_000, 1_000_000].map((size) => sumOf(monthlyBill(size, measured, inventory)));
    expect(each).toEqual([...each].sort((a, b) => a - b));
    expect((each[1] ?? 0) / 10_000).toBeLessThan((each[0] ?? 0) / 10);
  });

  test("Stripe keeps its share of what the paying ones pay", () => {
    expect(stripeFees(1000, 11_000)).toBeCloseTo((1000 * 0.3 * 11_000 * 0.048) / 150);
  });

  test("the nearest limit comes first: here the SMS that we allow ourselves, before anybody's quota", () => {
    const loads = loadsOf(10_000, measured, inventory);
    expect(loads[0]).toMatchObject({ limit: 500, demand: expect.closeTo(90), ours: true });
    const used = loads.map(({ demand, limit }) => demand / limit);
    expect(used).toEqual([...used].sort((a, b) => b - a));
    const [first] = loadsOf(1_000_000, measured, { ...inventory, smsPerDay: 1e9 });
    expect([first?.what, first?.ours]).toEqual([expect.stringContaining("requests/s"), true]);
    expect(loads.map(({ what }) => what)).not.toContain(quotas.cognitoMail.what);
    expect(loadsOf(10, measured, { ...inventory, cognitoMail: true }).map(({ what }) => what)).toContain(
      quotas.cognitoMail.what,
    );
  });
});
