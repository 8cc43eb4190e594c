/** What people do, in the units of the price list: measured where it can be, otherwise assumed. */
import { assumed } from "./assumed.ts";
import { type Quantities, total } from "./bill.ts";
import type { Inventory } from "./inventory.ts";

/** An action as scripts/bench/actions.ts measured it, warm. */
export interface MeasuredAction {
  milliseconds: number;
  reads: number;
  writes: number;
  /** Calls by service, as the local cloud names them. */
  calls: Readonly<Record<string, number>>;
}

export interface Measured {
  actions: Readonly<Record<string, MeasuredAction>>;
  /** The first load of the sign-up, and of everything up to the menu. */
  pages: Record<"signUp" | "menu", { files: number; kilobytes: number }>;
}

/** By service. */
const waits: Readonly<Record<string, number>> = assumed.milliseconds;

/** GB of the largest of these functions. */
function memoryGb({ memoryMb }: Inventory, functions: readonly string[]): number {
  const sizes = functions.map((name) => memoryMb[name] ?? Number.NaN);
  const largest = Math.max(...sizes);
  if (Number.isNaN(largest)) throw new Error(`The templates lack one of ${functions.join(", ")}.`);
  return largest / 1024;
}

/** What the functions cost that do this together, each called once. */
function run(
  functions: readonly string[],
  { milliseconds, reads, writes, calls }: MeasuredAction,
  inventory: Inventory,
): Quantities {
  const waiting = Object.entries(calls).reduce(
    (sum, [service, count]) => sum + count * (waits[service] ?? 0),
    0,
  );
  const times = functions.length;
  return {
    lambdaRequests: times,
    lambdaSeconds: ((milliseconds + waiting) / 1000) * memoryGb(inventory, functions),
    tableReads: reads,
    tableWrites: writes,
    keyCalls: calls.kms ?? 0,
    secretCalls: calls.secrets ?? 0,
    mails: calls.ses ?? 0,
    logGb: (times * assumed.logBytes) / 1e9,
    ...(inventory.tracing && { traces: times }),
  };
}

/** The same, called through CloudFront and the API. */
const called = (functions: readonly string[], action: MeasuredAction, inventory: Inventory): Quantities => {
  const times = functions.length;
  return total(
    [1, run(functions, action, inventory)],
    [times, { siteRequests: 1, firewallRequests: 1, apiRequests: 1 }],
  );
};

const loaded = ({ files, kilobytes }: { files: number; kilobytes: number }): Quantities => ({
  siteRequests: files,
  firewallRequests: files,
  edgeCalls: files,
  siteGb: kilobytes / 1e6,
});

const downloaded: Quantities = { fileReads: 1, downloadGb: assumed.downloadMegabytes / 1000 };

/** The functions that each measured action goes through. */
const functionsOf: Readonly<Record<string, readonly string[]>> = {
  "POST /api/verify send": ["verify"],
  "POST /api/verify check": ["verify"],
  "POST /api/user signup": ["post-user"],
  "GET /api/user": ["get-user"],
  "GET /api/download/file": ["download-file"],
  "upgrade by card, paid": ["voice-provider-check", "post-user", "checkout-session", "subscription"],
};

function acted({ actions }: Measured, inventory: Inventory, name: string): Quantities {
  const [measured, functions] = [actions[name], functionsOf[name]];
  if (!measured || !functions) throw new Error(`"${name}" was not measured.`);
  return called(functions, measured, inventory);
}

/** From the first page to the first download. */
export function signUp(measured: Measured, inventory: Inventory): Quantities {
  const trigger = { milliseconds: 10, reads: 0, writes: 1, calls: { dynamodb: 1 } };
  return total(
    [1, loaded(measured.pages.signUp)],
    [assumed.smsPerVerification, { ...acted(measured, inventory, "POST /api/verify send"), sms: 1 }],
    [1, { ...acted(measured, inventory, "POST /api/verify check"), verifications: 1 }],
    [1, acted(measured, inventory, "POST /api/user signup")],
    // Before, for and after Cognito's code, which is a mail.
    [1, run(["pre-sign-up", "custom-message", "post-confirmation"], trigger, inventory)],
    [1, { mails: 1 }],
    [1, acted(measured, inventory, "GET /api/user")],
    [3, acted(measured, inventory, "GET /api/download/file")],
    [1, downloaded],
    [1, { tableGb: assumed.customerBytes / 1e9, backupGb: assumed.customerBytes / 1e9 }],
  );
}

/** A month of somebody who signs in. */
export function activeMonth(measured: Measured, inventory: Inventory): Quantities {
  const { visits, menusPerVisit, downloads } = assumed;
  return total(
    [1, inventory.threatProtection ? { watchedUsers: 1 } : { activeUsers: 1 }],
    [visits, loaded(measured.pages.menu)],
    [visits * menusPerVisit, acted(measured, inventory, "GET /api/user")],
    [downloads, acted(measured, inventory, "GET /api/download/file")],
    [downloads, downloaded],
  );
}

/** From the wizard to the standard plan, by card. Stripe's own share of the price is not in it. */
export function paidUpgrade(measured: Measured, inventory: Inventory): Quantities {
  const webhook = { milliseconds: 10, reads: 2, writes: 4, calls: { dynamodb: 3, stripe: 1 } };
  return total(
    [1, acted(measured, inventory, "upgrade by card, paid")],
    [assumed.webhooks, called(["stripe-webhook"], webhook, inventory)],
  );
}

/** A month in which nobody comes. */
export function idleMonth(inventory: Inventory): Quantities {
  const { firewalls, firewallRules, keys, secrets, dashboards, alarms, metrics } = inventory;
  const runs = inventory.scheduledRuns.reduce((sum, each) => sum + each, 0);
  const tick = {
    milliseconds: assumed.scheduledMilliseconds,
    reads: assumed.scheduledReads,
    writes: 0,
    calls: {},
  };
  return total(
    [1, { firewalls, firewallRules, keys, secrets, dashboards, alarms, metrics }],
    [runs, run(["reconcile"], tick, inventory)],
  );
}

/** Logs stay: what a month adds is paid for until it is deleted. */
export const withKeptLogs = (quantities: Quantities, { logDays }: Inventory): Quantities => ({
  ...quantities,
  keptLogGb: ((quantities.logGb ?? 0) * logDays) / 30,
});
