/** The cost tables as `npm run bench` prints them. */
import type { Price } from "../../../shared/site-config.ts";
import { type Cell, printTable } from "../table.ts";
import { peaks, shares } from "./assumed.ts";
import { type BillLine, bill, sumOf } from "./bill.ts";
import type { Inventory } from "./inventory.ts";
import { type Load, loadsOf, monthlyBill, stripeFees } from "./population.ts";
import { priceListDate, stripeShare, yenPerUsd } from "./prices.ts";
import { quotaDate } from "./quotas.ts";
import { activeMonth, idleMonth, type Measured, paidUpgrade, signUp, withKeptLogs } from "./usage.ts";

const sizes = [10, 10_000, 1_000_000] as const;

/** Cents, or whatever is left of them. */
const money = (usd: number): string =>
  usd.toLocaleString(
    "en-US",
    usd > 0 && usd < 0.1
      ? { maximumSignificantDigits: 2 }
      : { minimumFractionDigits: 2, maximumFractionDigits: 2 },
  );
const number = (value: number): string => value.toLocaleString("en-US", { maximumSignificantDigits: 3 });
const percent = (share: number): string => `${number(share * 100)}%`;

/** The dearest, by name. */
const dearest = (lines: readonly BillLine[]): string =>
  lines
    .slice(0, 3)
    .map(({ unit, usd }) => `${unit} ${money(usd)}`)
    .join("; ");

function unitCosts(measured: Measured, inventory: Inventory): Cell[][] {
  const rows = [
    ["idle, a month", 1, idleMonth(inventory), true],
    ["1,000 sign-ups", 1000, signUp(measured, inventory), false],
    ["1,000 active customers, a month", 1000, activeMonth(measured, inventory), false],
    ["one paid upgrade", 1, paidUpgrade(measured, inventory), false],
  ] as const;
  return rows.map(([title, times, quantities, free]) => {
    const lines = bill(withKeptLogs(quantities, inventory), { free });
    const usd = times * sumOf(lines);
    const scaled = lines.map((line) => ({ ...line, usd: line.usd * times }));
    return [title, money(usd), number(usd * yenPerUsd), dearest(scaled)];
  });
}

/** What Stripe keeps of one month's price, beside our own costs. */
function stripeRow({ amountYen }: Price): Cell[] {
  const yen = amountYen * stripeShare;
  return ["Stripe's share of one payment", money(yen / yenPerUsd), number(yen), "card, Billing and Tax"];
}

function sizeCosts(measured: Measured, inventory: Inventory, price: Price): Cell[][] {
  return sizes.map((customers) => {
    const lines = monthlyBill(customers, measured, inventory);
    const usd = sumOf(lines);
    return [
      number(customers),
      money(usd),
      (usd / customers).toFixed(4),
      money(stripeFees(customers, price.interval === "year" ? price.amountYen / 12 : price.amountYen)),
      dearest(lines),
    ];
  });
}

/** Of our settings and of others' quotas the nearest, in the order in which they are reached. */
const shownLoads = (loads: readonly Load[]): Load[] => {
  const shown = [
    ...loads.filter(({ ours }) => ours).slice(0, 2),
    ...loads.filter(({ ours }) => !ours).slice(0, 2),
  ];
  return loads.filter((load) => shown.includes(load));
};

const nearestLimits = (measured: Measured, inventory: Inventory): Cell[][] =>
  sizes.flatMap((customers) =>
    shownLoads(loadsOf(customers, measured, inventory)).map(({ what, limit, demand, ours }, index) => [
      index === 0 ? number(customers) : "",
      percent(demand / limit),
      number(demand),
      number(limit),
      ours ? "our setting" : "quota",
      what,
    ]),
  );

export function printCosts(measured: Measured, inventory: Inventory, price: Price): void {
  printTable(
    `Costs, US dollars at list prices as known in ${priceListDate}, ${yenPerUsd} yen to the dollar; free quantities only taken off when idle`,
    ["what", "USD", "yen", "the dearest parts"],
    [...unitCosts(measured, inventory), stripeRow(price)],
    ["the dearest parts"],
  );
  printTable(
    `Costs of a month by customers: ${percent(shares.active)} active, ${percent(shares.signingUp)} new, ${percent(shares.upgrading)} upgrading, ${percent(shares.paying)} paying; Stripe keeps ${percent(stripeShare)} of the price`,
    ["customers", "USD", "each", "Stripe's fees", "the dearest parts"],
    sizeCosts(measured, inventory, price),
    ["the dearest parts"],
  );
  printTable(
    `Limits that are nearest, default quotas as known in ${quotaDate}; the busiest second is ${peaks.second} times, the busiest day ${peaks.day} times the average`,
    ["customers", "used", "asked", "limit", "whose", "of what"],
    nearestLimits(measured, inventory),
    ["whose", "of what"],
  );
  if (inventory.unknownTypes.length > 0) console.log(`\nNot priced: ${inventory.unknownTypes.join(", ")}`);
}
