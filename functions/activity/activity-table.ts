/**
 * `ACTIVITY#<sub>`: activities without an audit row, such as sign-ins. Unlike audit rows, they contain IP
 * addresses and browsers, expire after 400 days, and are deleted with the customer.
 */

import { randomUUID } from "node:crypto";
import * as z from "zod/mini";
import { type Item, type Key, type Put, queryNewest, type Update } from "#functions/platform/table.ts";
import { epochSeconds } from "#functions/platform/time.ts";
import type { ActivityKind } from "#shared/activity/activity.ts";
import { dayMs } from "#shared/durations.ts";
import { type PartitionKey, partitionKey } from "#shared/partitions.ts";

export const activityMs = 400 * dayMs;
export const activityExpiry = () => ({ expiresAt: epochSeconds(Date.now() + activityMs) });
export const activityPartition = (sub: string): PartitionKey => `ACTIVITY#${sub}`;

const row = z.object({
  pk: partitionKey,
  /** `<time>#<id>`. */
  sk: z.string(),
  /** An `ActivityKind`, or one of a newer deployment. */
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
  return { put: { pk: activityPartition(sub), sk, ...activity, ...activityExpiry() } };
}

export const parseActivity = (item: Item): ActivityRow => row.parse(item);

export const timeOf = ({ sk }: Key): string => sk.split("#")[0] ?? "";

/** Returns at most `limit` activities between two sort keys, both inclusive, newest first. */
export async function readActivities(
  sub: string,
  from: string,
  to: string,
  limit: number,
): Promise<ActivityRow[]> {
  const rows: ActivityRow[] = [];
  for await (const item of queryNewest(activityPartition(sub), { from, to, limit })) {
    rows.push(parseActivity(item));
    if (rows.length >= limit) break;
  }
  return rows;
}

/** The write of the IP address of a sign-in's first call. Refused if there is one. */
export const withAddress = ({ pk, sk }: ActivityRow, ip: string): Update => ({
  update: { pk, sk },
  set: { ip },
  condition: "attribute_not_exists(ip)",
});
