/** What people do, in the units of the price list: measured where it can be, otherwise assumed, here and nowhere else. */
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

export const assumed = {
  /** How long a provider lets a function wait, in milliseconds: here they answer at once. */
  milliseconds: { dynamodb: 5, kms: 10, ses: 80, secrets: 15, s3: 20, stripe: 400, vonage: 400, cognito: 30 },
  /** Memory of an endpoint's function, MB, where an action passes through several. */
  memoryMb: 512,
  /** Bytes that a call leaves in logs: our line, Lambda's three, the API's one. */
  logBytes: 1300,
  /** Codes that are sent for one that is entered. */
  smsPerVerification: 1.2,
  /** Bytes of a customer in the table, audit rows and sealed secrets included. */
  customerBytes: 10_000,
  /** Of plugin, template or manual. */
  downloadMegabytes: 5,
  /** In a month of somebody who is active. */
  visits: 2,
  menusPerVisit: 3,
  downloads: 0.5,
  /** Events that Stripe sends about one payment. */
  webhooks: 4,
  /** Milliseconds and read units of one run on the clock. */
  scheduledMilliseconds: 1500,
  scheduledReads: 6,
} as const;

const waits: Readonly<Record<string, number>> = assumed.milliseconds;

/** One call of the API that does this. */
function called(
  { milliseconds, reads, writes, calls }: MeasuredAction,
  { tracing }: Inventory,
  times = 1,
): Quantities {
  const waiting = Object.entries(calls).reduce(
    (sum, [service, count]) => sum + count * (waits[service] ?? 0),
    0,
  );
  return {
    siteRequests: times,
    firewallRequests: times,
    apiRequests: times,
    lambdaRequests: times,
    lambdaSeconds: ((milliseconds + waiting) / 1000) * (assumed.memoryMb / 1024),
    tableReads: reads,
    tableWrites: writes,
    keyCalls: calls.kms ?? 0,
    secretCalls: calls.secrets ?? 0,
    mails: calls.ses ?? 0,
    logGb: (times * assumed.logBytes) / 1e9,
    ...(tracing && { traces: times }),
  };
}

/** What the user pool does on the way, with the function that it calls. */
const poolTrigger = (inventory: Inventory): Quantities => {
  const {
    apiRequests: _,
    siteRequests: __,
    firewallRequests: ___,
    ...run
  } = called({ milliseconds: 10, reads: 0, writes: 1, calls: { dynamodb: 1 } }, inventory);
  return run;
};

const loaded = ({ files, kilobytes }: { files: number; kilobytes: number }): Quantities => ({
  siteRequests: files,
  firewallRequests: files,
  edgeCalls: files,
  siteGb: kilobytes / 1e6,
});

const downloaded: Quantities = { fileReads: 1, downloadGb: assumed.downloadMegabytes / 1000 };

function action({ actions }: Measured, name: string): MeasuredAction {
  const measured = actions[name];
  if (!measured) throw new Error(`"${name}" was not measured.`);
  return measured;
}

/** From the first page to the first download. */
export function signUp(measured: Measured, inventory: Inventory): Quantities {
  const call = (name: string) => called(action(measured, name), inventory);
  return total(
    [1, loaded(measured.pages.signUp)],
    [assumed.smsPerVerification, { ...call("POST /api/verify send"), sms: 1 }],
    [1, { ...call("POST /api/verify check"), verifications: 1 }],
    [1, call("POST /api/user signup")],
    [3, poolTrigger(inventory)],
    // Cognito's code.
    [1, { mails: 1 }],
    [1, call("GET /api/user")],
    [3, call("GET /api/download/file")],
    [1, downloaded],
    [1, { tableGb: assumed.customerBytes / 1e9, backupGb: assumed.customerBytes / 1e9 }],
  );
}

/** A month of somebody who signs in. */
export function activeMonth(measured: Measured, inventory: Inventory): Quantities {
  const visits = assumed.visits;
  return total(
    [1, inventory.threatProtection ? { watchedUsers: 1 } : { activeUsers: 1 }],
    [visits, loaded(measured.pages.menu)],
    [visits * assumed.menusPerVisit, called(action(measured, "GET /api/user"), inventory)],
    [assumed.downloads, called(action(measured, "GET /api/download/file"), inventory)],
    [assumed.downloads, downloaded],
  );
}

/** From the wizard to the standard plan, by card. Stripe's own share of the price is not in it. */
export function paidUpgrade(measured: Measured, inventory: Inventory): Quantities {
  const upgrade = action(measured, "upgrade by card, paid");
  const webhook = { milliseconds: 10, reads: 2, writes: 4, calls: { dynamodb: 3, stripe: 1 } };
  // Key check, record, session, settlement.
  return total([1, called(upgrade, inventory, 4)], [assumed.webhooks, called(webhook, inventory)]);
}

/** A month in which nobody comes. */
export function idleMonth(inventory: Inventory): Quantities {
  const { firewalls, firewallRules, keys, secrets, dashboards, alarms, metrics, tracing } = inventory;
  const runs = inventory.scheduledRuns.reduce((sum, each) => sum + each, 0);
  const run: Quantities = {
    lambdaRequests: 1,
    lambdaSeconds: (assumed.scheduledMilliseconds / 1000) * (assumed.memoryMb / 1024),
    tableReads: assumed.scheduledReads,
    logGb: assumed.logBytes / 1e9,
    ...(tracing && { traces: 1 }),
  };
  return total([1, { firewalls, firewallRules, keys, secrets, dashboards, alarms, metrics }], [runs, run]);
}

/** Logs stay: what a month adds is paid for until it is deleted. */
export const withKeptLogs = (quantities: Quantities, { logDays }: Inventory): Quantities => ({
  ...quantities,
  keptLogGb: ((quantities.logGb ?? 0) * logDays) / 30,
});
