/**
 * `ACTIVITY#<sub>`: what happened to an account and has no audit row. Unlike the audit trail it has addresses and browsers, is
 * deleted after 400 days, and goes with the customer.
 */

import { randomUUID } from "node:crypto";
import * as z from "zod/mini";
import { hash } from "#functions/platform/networks.ts";
import {
  getItem,
  type Item,
  type Key,
  type Put,
  queryNewest,
  type Update,
} from "#functions/platform/table.ts";
import { epochSeconds } from "#functions/platform/time.ts";
import type { ActivityKind } from "#shared/activity/activity.ts";
import { dayMs } from "#shared/durations.ts";
import { type PartitionKey, partitionKey } from "#shared/partitions.ts";

export const activityMs = 400 * dayMs;
const expiry = () => ({ expiresAt: epochSeconds(Date.now() + activityMs) });
const partition = (sub: string): PartitionKey => `ACTIVITY#${sub}`;

const row = z.object({
  pk: partitionKey,
  /** `<time>#<id>`. */
  sk: z.string(),
  /** An `ActivityKind`, or one of a newer release. */
  kind: z.string(),
  ip: z.optional(z.string()),
  browser: z.optional(z.string()),
  version: z.optional(z.string()),
});
export type ActivityRow = z.output<typeof row>;

interface NewActivity {
  kind: ActivityKind;
  browser?: string;
  version?: string;
}

export function newActivity(sub: string, activity: NewActivity): Put {
  const sk = `${new Date().toISOString()}#${randomUUID()}`;
  return { put: { pk: partition(sub), sk, ...activity, ...expiry() } };
}

export const parseActivity = (item: Item): ActivityRow => row.parse(item);

export const timeOf = ({ sk }: Key): string => sk.split("#")[0] ?? "";

/** Newest first; both sort keys inclusive. */
export async function readActivities(
  sub: string,
  from: string,
  to: string,
  limit: number,
): Promise<ActivityRow[]> {
  const rows: ActivityRow[] = [];
  for await (const item of queryNewest(partition(sub), { from, to, limit })) {
    rows.push(parseActivity(item));
    if (rows.length >= limit) break;
  }
  return rows;
}

/** The address from which the sign-in's first call came. Kept as it was written first. */
export const withAddress = ({ pk, sk }: ActivityRow, ip: string): Update => ({
  update: { pk, sk },
  set: { ip },
  condition: "attribute_not_exists(ip)",
});

const passwordKey = (sub: string): Key => ({ pk: partition(sub), sk: "PASSWORD" });

/** The password was changed, or reset: when, for good, and as an event. */
export const passwordChanged = (sub: string, kind: "password-changed" | "password-reset"): Put[] => [
  passwordReplaced(sub),
  newActivity(sub, { kind }),
];

/** Without an event: an operator's command has an audit row. */
export const passwordReplaced = (sub: string): Put => ({
  put: { ...passwordKey(sub), at: new Date().toISOString() },
});

/** Every session was ended. Without an event: an operator's command has an audit row. */
export const signedOut = (sub: string): Update => ({
  update: passwordKey(sub),
  creates: true,
  set: { signedOutAt: new Date().toISOString() },
});

/** The same on the customer's request. */
export const signedOutEverywhere = (sub: string): [Update, Put] => [
  signedOut(sub),
  newActivity(sub, { kind: "signed-out-everywhere" }),
];

const passwordRow = z.object({ at: z.optional(z.string()), signedOutAt: z.optional(z.string()) });

const readPasswordRow = async (sub: string) => passwordRow.safeParse(await getItem(passwordKey(sub))).data;

/** The last change of the password (ISO 8601); undefined when it was never changed. */
export const readPasswordChange = async (sub: string): Promise<string | undefined> =>
  (await readPasswordRow(sub))?.at;

/**
 * True if the password was replaced, or all sessions were ended, since a sign-in at that time (milliseconds since the epoch): somebody
 * else may have known the password, or have another session. `auth_time` is in whole seconds.
 */
export async function haveSessionsEnded(sub: string, signedInAt: number): Promise<boolean> {
  const { at, signedOutAt } = (await readPasswordRow(sub)) ?? {};
  return [at, signedOutAt].some((end) => end !== undefined && Date.parse(end) >= signedInAt + 1000);
}

const browserKey = (sub: string, browserId: string): Key => ({
  pk: partition(sub),
  sk: `BROWSER#${hash(browserId)}`,
});

/** Refused when that browser is not known. */
export const browserSeenAgain = (sub: string, browserId: string): Update => ({
  update: browserKey(sub, browserId),
  set: expiry(),
  condition: "expiresAt > :now",
  values: { ":now": Math.floor(Date.now() / 1000) },
});

/** Refused when it is known by now. */
export const newBrowser = (sub: string, browserId: string): Put => ({
  put: { ...browserKey(sub, browserId), ...expiry() },
  condition: "attribute_not_exists(pk) OR expiresAt <= :now",
  values: { ":now": Math.floor(Date.now() / 1000) },
});

export async function hasBrowsers(sub: string): Promise<boolean> {
  const known = queryNewest(partition(sub), { from: "BROWSER#", to: "BROWSER$", limit: 1 });
  for await (const _ of known) return true;
  return false;
}

/** One download a day is worth an event. `day`: `2026-11-22`. Refused when that day has one. */
export const firstDownloadOfDay = (sub: string, file: string, day: string): Update => ({
  update: { pk: partition(sub), sk: `LINK#${file}` },
  creates: true,
  set: { day, ...expiry() },
  condition: "attribute_not_exists(pk) OR #day <> :day",
  values: { ":day": day },
});
