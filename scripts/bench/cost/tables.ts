import { readFileSync } from "node:fs";
import { App } from "aws-cdk-lib";
import * as z from "zod/mini";
import { createStacks } from "#infra/app.ts";
import type { Environment } from "#infra/config.ts";
import { printTable } from "../table.ts";
import {
  activeMonth,
  bill,
  idleMonth,
  limits,
  type Measured,
  month,
  passkeySync,
  shares,
  signUp,
  total,
  upgrade,
} from "./model.ts";
import { stripeShare, yenPerUsd } from "./prices.ts";

const cdkJson = new URL("../../../cdk.json", import.meta.url);
const settings = z.object({ context: z.record(z.string(), z.unknown()) });

/** The templates of that environment's stacks, without the functions' code. */
export function templatesOf(environment: Environment, siteDirectory: string): unknown[] {
  const { context } = settings.parse(JSON.parse(readFileSync(cdkJson, "utf8")));
  const app = new App({
    builtinCloudFormationValidation: false,
    context: { ...context, "aws:cdk:bundling-stacks": [] },
  });
  createStacks(app, { environment, siteDirectory, account: environment.account });
  return app.synth().stacks.map(({ template }) => template);
}

const money = (usd: number): string => (usd < 0.1 ? usd.toPrecision(2) : usd.toFixed(2));
const count = (value: number): string => value.toLocaleString("en-US", { maximumSignificantDigits: 3 });
const mostExpensive = (lines: ReturnType<typeof bill>): string =>
  lines
    .slice(0, 3)
    .map(({ unit, usd }) => `${unit} ${money(usd)}`)
    .join("; ");

/** Prints what each action and a month of 10, 10,000 and 1,000,000 customers costs, and the nearest limits. */
export function printCosts(measured: Measured, environment: Environment, siteDirectory: string): void {
  const idle = idleMonth(templatesOf(environment, siteDirectory));
  const { amountYen, interval } = environment.price;
  const monthlyYen = interval === "year" ? amountYen / 12 : amountYen;
  const actions = [
    ["idle, a month", bill(idle, true)],
    ["sign-up", bill(signUp(measured))],
    ["active customer, a month", bill(activeMonth(measured))],
    ["paid upgrade", bill(upgrade(measured))],
    ["sign-in: passkeys compared", bill(passkeySync(measured))],
  ] as const;
  printTable(
    "Costs in US dollars at list prices",
    ["what", "USD", "yen", "most expensive parts"],
    actions.map(([title, lines]) => [
      title,
      money(total(lines)),
      money(total(lines) * yenPerUsd),
      mostExpensive(lines),
    ]),
    ["most expensive parts"],
  );
  const sizes = [10, 10_000, 1_000_000];
  printTable(
    "A month by customers: 40 % active, 5 % new, 2 % upgrading, 30 % paying",
    ["customers", "USD", "Stripe's fees", "most expensive parts"],
    sizes.map((customers) => {
      const lines = bill(month(customers, measured, idle), true);
      const fees = (customers * shares.paying * monthlyYen * stripeShare) / yenPerUsd;
      return [count(customers), money(total(lines)), money(fees), mostExpensive(lines)];
    }),
    ["most expensive parts"],
  );
  const own = { smsPerDay: environment.smsDailyCap, apiPerSecond: environment.traffic.perSecond };
  printTable(
    "Nearest limits: the busiest second is 5 times, the busiest day 3 times the average",
    ["customers", "used", "asked", "limit", "of what"],
    sizes.flatMap((customers) =>
      limits(customers, measured, own)
        .slice(0, 3)
        .map(({ used, demand, limit, what }) => [
          count(customers),
          `${count(used * 100)}%`,
          count(demand),
          count(limit),
          what,
        ]),
    ),
    ["of what"],
  );
}
