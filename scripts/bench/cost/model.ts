/** The cost of the portal: one formula for each action, from the benchmark's measurements and the assumptions below. */
import * as z from "zod/mini";
import { type PriceName, prices, quotas } from "./prices.ts";

/** In the units of the price list. */
export type Quantities = Partial<Record<PriceName, number>>;

/** An action as scripts/bench/actions.ts measures it, warm. */
export interface MeasuredAction {
  milliseconds: number;
  reads: number;
  writes: number;
  /** By service, as the local cloud names them. */
  calls: Readonly<Record<string, number>>;
}
export interface Measured {
  action(title: string): MeasuredAction;
  /** The first load of a screen. */
  page(route: string): { files: number; kilobytes: number };
}

const lambdaGb = 0.5;
const logGbPerCall = 1300 / 1e9;
/** Assumed latency of each provider; the emulators respond at once. */
const waitMs: Readonly<Record<string, number>> = { dynamodb: 5, kms: 10, ses: 80, stripe: 400, vonage: 400 };
const smsPerVerification = 1.2;
const customerGb = 10_000 / 1e9;
const downloadGb = 5 / 1000;
/** Of all customers, in a month. */
export const shares = { active: 0.4, signingUp: 0.05, upgrading: 0.02, paying: 0.3 } as const;

export function sum(...parts: readonly (readonly [times: number, quantities: Quantities])[]): Quantities {
  const all: Record<string, number> = {};
  for (const [times, quantities] of parts) {
    for (const [name, quantity] of Object.entries(quantities)) {
      all[name] = (all[name] ?? 0) + times * quantity;
    }
  }
  return all;
}

/** The functions behind an action run `times` times in all. */
const run = ({ milliseconds, reads, writes, calls }: MeasuredAction, times = 1): Quantities => {
  const waiting = Object.entries(calls).map(([service, count]) => count * (waitMs[service] ?? 30));
  return {
    lambdaRequests: times,
    lambdaSeconds: (waiting.reduce((all, each) => all + each, milliseconds) / 1000) * lambdaGb,
    tableReads: reads,
    tableWrites: writes,
    keyCalls: calls.kms ?? 0,
    mails: calls.ses ?? 0,
    logGb: times * logGbPerCall,
    traces: times,
  };
};
/** The same, called through CloudFront and the API. */
const call = (action: MeasuredAction, times = 1): Quantities =>
  sum([1, run(action, times)], [times, { siteRequests: 1, firewallRequests: 1, apiRequests: 1 }]);
const load = ({ files, kilobytes }: ReturnType<Measured["page"]>): Quantities => ({
  siteRequests: files,
  firewallRequests: files,
  edgeCalls: files,
  siteGb: kilobytes / 1e6,
});
const download: Quantities = { fileReads: 1, downloadGb };
const small = (calls: Record<string, number>, reads: number, writes: number): MeasuredAction => ({
  milliseconds: 10,
  reads,
  writes,
  calls,
});

/** From the first page to the first download. */
export const signUp = ({ action, page }: Measured): Quantities =>
  sum(
    [1, load(page("/"))],
    [smsPerVerification, { ...call(action("POST /api/verify send")), sms: 1 }],
    [1, { ...call(action("POST /api/verify check")), verifications: 1 }],
    [1, call(action("POST /api/user signup"))],
    // The pool's three triggers, and the mail with its code.
    [1, sum([1, run(small({ dynamodb: 2 }, 0, 3), 3)], [1, { mails: 1 }])],
    [1, call(action("GET /api/user"))],
    [3, call(action("GET /api/download/file"))],
    [1, download],
    [1, { tableGb: customerGb }],
  );
/** What passkeys add to each sign-in, whatever it was by: the site has the portal compare Cognito's list of them. Cognito's calls are free. */
export const passkeySync = ({ action }: Measured): Quantities => call(action("POST /api/passkeys"));
/** A month of a customer who signs in: two visits, three menus each, a download every other month. */
export const activeMonth = (measured: Measured): Quantities => {
  const { action, page } = measured;
  return sum(
    [1, { activeUsers: 1 }],
    [2, load(page("/menu"))],
    [2, call(action("POST /api/sessions begin"))],
    [2, passkeySync(measured)],
    [6, call(action("GET /api/user"))],
    [0.5, sum([1, call(action("GET /api/download/file"))], [1, download])],
  );
};
/** By card, with four webhook events. Stripe's share of the price is apart. */
export const upgrade = ({ action }: Measured): Quantities =>
  sum([1, call(action("upgrade by card, paid"), 4)], [4, call(small({ dynamodb: 3, stripe: 1 }, 2, 4))]);

const template = z.object({
  Resources: z.record(z.string(), z.object({ Type: z.string(), Properties: z.optional(z.any()) })),
});
/** A month without visitors: the resources in the templates, and the runs of the three jobs. */
export function idleMonth(templates: readonly unknown[]): Quantities {
  const all = templates.flatMap((each) => Object.values(template.parse(each).Resources));
  const of = (type: string) => all.filter(({ Type }) => Type === `AWS::${type}`);
  const alarms = of("CloudWatch::Alarm");
  const metricsOf = (text: string): string[] => text.match(/"MetricName":"\w+"/g) ?? [];
  const isOwn = (text: string): boolean => text.includes('"Namespace":"Portal-');
  const texts = alarms.map((alarm) => JSON.stringify(alarm.Properties));
  const job = { ...small({ dynamodb: 6 }, 6, 0), milliseconds: 1500 };
  return sum(
    [1, { firewalls: of("WAFv2::WebACL").length, keys: of("KMS::Key").length }],
    [1, { firewallRules: of("WAFv2::WebACL").flatMap(({ Properties }) => Properties.Rules).length }],
    [1, { secrets: of("SecretsManager::Secret").length, dashboards: of("CloudWatch::Dashboard").length }],
    [1, { alarms: texts.flatMap(metricsOf).length }],
    [1, { metrics: new Set(texts.filter(isOwn).flatMap(metricsOf)).size }],
    [(288 + 96 + 24) * 30, run(job)],
  );
}

export const month = (customers: number, measured: Measured, idle: Quantities): Quantities =>
  sum(
    [1, idle],
    [customers * shares.signingUp, signUp(measured)],
    [customers * shares.active, activeMonth(measured)],
    [customers * shares.upgrading, upgrade(measured)],
    [customers, { tableGb: customerGb }],
  );

/** Most expensive first, in US dollars. `free` subtracts the monthly free tier. */
export const bill = (quantities: Quantities, free = false): { unit: string; usd: number }[] =>
  Object.entries(prices)
    .map(([name, { usd, per, unit, free: gift }]) => {
      const quantity = quantities[name as PriceName] ?? 0;
      return { unit, usd: (Math.max(0, quantity - (free ? gift : 0)) / per) * usd };
    })
    .sort((a, b) => b.usd - a.usd);
export const total = (lines: ReturnType<typeof bill>): number => lines.reduce((all, { usd }) => all + usd, 0);

/** The limits of ours and of the providers by their use at the busiest: 5 times the average second of 20 working days, 3 times the average day. */
export function limits(
  customers: number,
  measured: Measured,
  own: { smsPerDay: number; apiPerSecond: number },
) {
  const asked = month(customers, measured, {});
  const perSecond = (monthly = 0): number => (monthly / (20 * 8 * 3600)) * 5;
  const perDay = (monthly = 0): number => (monthly / 20) * 3;
  const signUps = customers * shares.signingUp;
  const demands = [
    [own.smsPerDay, "SMS a day, our setting", perDay(asked.sms)],
    [own.apiPerSecond, "API requests/s, our setting", perSecond(asked.apiRequests)],
    [...quotas.signIns, perSecond((customers * shares.active * 2 + signUps) * 2)],
    [...quotas.signUps, perSecond(signUps * 2)],
    [...quotas.lambdaCopies, perSecond(asked.lambdaSeconds) / lambdaGb],
    [...quotas.tableWrites, perSecond(asked.tableWrites)],
    [...quotas.mailsPerDay, perDay(asked.mails)],
    [...quotas.keyCalls, perSecond(asked.keyCalls)],
    [...quotas.vonageCalls, perSecond((asked.sms ?? 0) + signUps)],
    [...quotas.stripeCalls, perSecond(customers * shares.upgrading * 8)],
  ] as const;
  return demands
    .map(([limit, what, demand]) => ({ limit, what, demand, used: demand / limit }))
    .sort((a, b) => b.used - a.used);
}
