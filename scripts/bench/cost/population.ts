/** A month of a portal with that many customers: what it costs, and which limit it comes to first. */
import { assumed, peaks, shares } from "./assumed.ts";
import { type BillLine, bill, type Quantities, total } from "./bill.ts";
import type { Inventory } from "./inventory.ts";
import { stripeShare, yenPerUsd } from "./prices.ts";
import { quotas } from "./quotas.ts";
import { activeMonth, idleMonth, type Measured, paidUpgrade, signUp, withKeptLogs } from "./usage.ts";

const workingSeconds = 20 * 8 * 3600;
const workingDays = 20;

interface Month {
  customers: number;
  signUps: number;
  active: number;
  upgrades: number;
}

const monthOf = (customers: number): Month => ({
  customers,
  signUps: customers * shares.signingUp,
  active: customers * shares.active,
  upgrades: customers * shares.upgrading,
});

function quantitiesOf(
  { customers, signUps, active, upgrades }: Month,
  measured: Measured,
  inventory: Inventory,
) {
  const gigabytes = (customers * assumed.customerBytes) / 1e9;
  const flow = total(
    [1, idleMonth(inventory)],
    [signUps, signUp(measured, inventory)],
    [active, activeMonth(measured, inventory)],
    [upgrades, paidUpgrade(measured, inventory)],
  );
  return withKeptLogs({ ...flow, tableGb: gigabytes, backupGb: gigabytes }, inventory);
}

export const monthlyBill = (customers: number, measured: Measured, inventory: Inventory): BillLine[] =>
  bill(quantitiesOf(monthOf(customers), measured, inventory), { free: true });

/** US dollars a month that Stripe keeps, when the paying customers pay that much a month. */
export const stripeFees = (customers: number, yenAMonth: number): number =>
  (customers * shares.paying * yenAMonth * stripeShare) / yenPerUsd;

export interface Load {
  what: string;
  limit: number;
  demand: number;
  /** Whether a setting of ours or somebody's quota. */
  ours: boolean;
}

/** Every limit with what this many customers ask of it at their busiest, the nearest first. */
export function loadsOf(customers: number, measured: Measured, inventory: Inventory): Load[] {
  const month = monthOf(customers);
  const { signUps, active, upgrades } = month;
  const quantities = quantitiesOf(month, measured, inventory);
  const of = (name: keyof Quantities): number => quantities[name] ?? 0;
  const perSecond = (monthly: number): number => (monthly / workingSeconds) * peaks.second;
  const perDay = (monthly: number): number => (monthly / workingDays) * peaks.day;
  const sms = signUps * assumed.smsPerVerification;
  // By the largest: what is asked of smaller ones is counted too low by what they lack in memory.
  const copies = perSecond(of("lambdaSeconds")) / (Math.max(...Object.values(inventory.memoryMb)) / 1024);
  const quota = (name: keyof typeof quotas, demand: number): Load => ({
    ...quotas[name],
    demand,
    ours: false,
  });
  const own = (what: string, limit: number, demand: number): Load => ({ what, limit, demand, ours: true });
  const loads = [
    own(
      "requests/s that infra/config.ts lets through to the API",
      inventory.apiPerSecond,
      perSecond(of("apiRequests")),
    ),
    own("SMS a day that infra/config.ts allows", inventory.smsPerDay, perDay(sms)),
    ...(inventory.cognitoMail ? [{ ...quota("cognitoMail", perDay(signUps)), ours: true }] : []),
    // Sign-in by SRP is two calls; so is signing up.
    quota("cognitoSignIns", perSecond((active * assumed.visits + signUps) * 2)),
    quota("cognitoSignUps", perSecond(signUps * 2)),
    quota("cognitoUsers", customers),
    quota("apiRequests", perSecond(of("apiRequests"))),
    quota("lambdaCopies", copies),
    quota("tableWrites", perSecond(of("tableWrites"))),
    quota("counterWrites", perSecond(sms * 2)),
    quota("mailsPerSecond", perSecond(of("mails"))),
    quota("mailsPerDay", perDay(of("mails"))),
    quota("keyCalls", perSecond(of("keyCalls"))),
    quota("vonageCalls", perSecond(sms + signUps)),
    quota("stripeCalls", perSecond(upgrades * stripeCallsOf(measured))),
  ];
  return loads.filter(({ limit }) => limit > 0).sort((a, b) => b.demand / b.limit - a.demand / a.limit);
}

const stripeCallsOf = ({ actions }: Measured): number =>
  (actions["upgrade by card, paid"]?.calls.stripe ?? 0) + assumed.webhooks;
