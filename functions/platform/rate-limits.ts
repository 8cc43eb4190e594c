/** Rate limits, counted in the table. Days and hours are in Japan's time zone. */

import * as z from "zod/mini";
import type { Caller } from "#functions/runtime/caller.ts";
import { HttpError } from "#functions/runtime/http-error.ts";
import { type CustomerLimit, customerLimits } from "#shared/customer-limits.ts";
import { hourMs, japanOffsetMs } from "#shared/durations.ts";
import type { RateLimit } from "#shared/partitions.ts";
import { hash, networksOf } from "./networks.ts";
import { isRunning, type SwitchName, stopped } from "./switches.ts";
import {
  type Check,
  firstRefused,
  getItem,
  type Item,
  type Key,
  type Update,
  updateItem,
  type Write,
} from "./table.ts";
import { epochSeconds } from "./time.ts";

export interface Limit {
  /** The name of the counter, e.g. `SMS#PORTAL`. */
  of: RateLimit | `${RateLimit}#${string}`;
  most: number;
  windowMs: number;
  /**
   * Counts the previous window by the share of it within the last `windowMs`. A fixed window allows twice
   * `most` around its end.
   */
  isSliding?: boolean;
  /** Message for the customer at the limit. */
  message: string;
}

/** Limit of a /48, as a multiple of the limit of a /64. */
const narrowPerWide = 4;

/** Returns the limits of the client's network, and of its /48 for IPv6. */
export function networkLimits(address: string, limit: Limit): Limit[] {
  const { narrow, wide } = networksOf(address);
  const narrowLimit: Limit = { ...limit, of: `${limit.of}#${narrow}` };
  if (wide === undefined) return [narrowLimit];
  return [narrowLimit, { ...limit, of: `${limit.of}#${wide}`, most: limit.most * narrowPerWide }];
}

/** Returns the hourly limit of one customer. */
export const customerLimit = (action: CustomerLimit, sub: string): Limit => ({
  of: `${action}#${sub}`,
  most: customerLimits[action],
  windowMs: hourMs,
  isSliding: true,
  message: "操作の回数が上限に達しました。時間をおいて、もう一度お試しください。",
});

/** Returns the hourly limit of one sign-in: a stolen session must not use up its owner's limit. */
export const signInLimit = (
  action: CustomerLimit,
  { sub, originJti }: Pick<Caller, "sub" | "originJti">,
): Limit => customerLimit(action, hash(originJti || sub));

/**
 * Counts one for each limit and makes `writes`, in one transaction. Returns false if a condition of `writes`
 * does not hold. Throws 503 if one of `switches` is stopped, 429 at a limit.
 */
export async function writeWithinLimits(
  limits: readonly Limit[],
  writes: readonly Write[],
  switches: readonly SwitchName[] = [],
): Promise<boolean> {
  const counts = await Promise.all(limits.map(countOne));
  return isWithin(limits, counts, writes, switches);
}

/** Throws as `enforceLimits` does, and counts nothing. */
export async function checkLimits(
  limits: readonly Limit[],
  switches: readonly SwitchName[] = [],
): Promise<void> {
  const counts = await Promise.all(limits.map(countOne));
  const checks = counts.map(
    ({ update: check, condition, values }): Check => ({
      check,
      condition,
      names: { "#count": "count" },
      values,
    }),
  );
  await isWithin(limits, checks, [], switches);
}

/** `counts`: one for each limit. */
async function isWithin(
  limits: readonly Limit[],
  counts: readonly (Update | Check)[],
  writes: readonly Write[],
  switches: readonly SwitchName[],
): Promise<boolean> {
  const refused = await firstRefused([...switches.map(isRunning), ...writes, ...counts]);
  if (refused === undefined) return true;
  const off = switches[refused];
  if (off) throw stopped(off);
  const reached = limits[refused - switches.length - writes.length];
  if (reached) throw await limitReached(reached);
  return false;
}

/** Like `writeWithinLimits`, for `writes` without conditions. */
export async function enforceLimits(
  limits: readonly Limit[],
  writes: readonly Write[] = [],
  switches?: readonly SwitchName[],
): Promise<void> {
  const isWritten = await writeWithinLimits(limits, writes, switches);
  if (!isWritten) throw new Error("a write without a condition was refused");
}

/** Counts one. Throws 429 at the limit. */
export async function count(limit: Limit): Promise<void> {
  if (!(await countUnlessFull(limit))) throw await limitReached(limit);
}

/** Counts one. Returns false at the limit. */
export const countUnlessFull = async (limit: Limit): Promise<boolean> => updateItem(await countOne(limit));

async function countOne(limit: Limit): Promise<Update & { condition: string; values: Item }> {
  const end = windowEnd(limit);
  const most = limit.isSliding ? allowedNow(limit, await readCount(counterKeys(limit).before)) : limit.most;
  return {
    update: keyOf(limit, end),
    creates: true,
    add: { count: 1 },
    // One window longer: the next window counts this one too.
    set: { expiresAt: epochSeconds(end + (limit.isSliding ? limit.windowMs : 0)), lastAt: Date.now() },
    condition: most < 1 ? "#count < :most" : "attribute_not_exists(pk) OR #count < :most",
    values: { ":most": most },
  };
}

/** The write that takes one count back. */
export const uncounted = (limit: Limit): Update => ({
  update: counterKeys(limit).now,
  add: { count: -1 },
  condition: "#count > :none",
  values: { ":none": 0 },
});

/** Returns the part of the limit that the previous window leaves, rounded down. */
function allowedNow(limit: Limit, before: number): number {
  const left = windowEnd(limit) - Date.now();
  return Math.floor(limit.most - (before * left) / limit.windowMs);
}

/** The counts of this window and of the previous one. */
export interface Counted {
  now: number;
  before: number;
}

/** Returns the remaining requests of the limit. */
export function remaining(limit: Limit, { now, before }: Counted): number {
  return Math.max(0, (limit.isSliding ? allowedNow(limit, before) : limit.most) - now);
}

/** `lastAt`: milliseconds since the epoch, of the latest count. */
const counter = z.object({ count: z.int(), lastAt: z.int() });

/** Returns the count in a counter's row; 0 without one. */
export const countIn = (row: unknown): number => counter.safeParse(row).data?.count ?? 0;

const readCount = async (key: Key): Promise<number> => countIn(await getItem(key));

/**
 * Returns when a sliding limit was last counted, in milliseconds since the epoch. Reaches back at least one
 * window; 0 if it was not counted.
 */
export async function lastCountedAt(limit: Limit): Promise<number> {
  const { now, before } = counterKeys(limit);
  return Math.max(...(await Promise.all([now, before].map(async (key) => lastAtIn(await getItem(key))))));
}

const lastAtIn = (row: unknown): number => {
  const { count, lastAt } = counter.safeParse(row).data ?? { count: 0, lastAt: 0 };
  return count > 0 ? lastAt : 0;
};

async function limitReached(limit: Limit): Promise<HttpError> {
  const keys = counterKeys(limit);
  const [now, before] = await Promise.all([readCount(keys.now), readCount(keys.before)]);
  const retryAfterSeconds = secondsUntilFree(limit, { now, before });
  return new HttpError("too_many_requests", { message: limit.message, retryAfterSeconds });
}

/** Returns the seconds until a limit that is reached allows one more. */
export function secondsUntilFree(limit: Limit, { now, before }: Counted): number {
  const { most, windowMs } = limit;
  const end = windowEnd(limit);
  if (!limit.isSliding) return Math.ceil((end - Date.now()) / 1000);
  // The time at which the previous window's share leaves room for one.
  const freeAt =
    now < most
      ? end - (windowMs * (most - now - 1)) / Math.max(before, 1)
      : end + windowMs * (1 - (most - 1) / Math.max(now, 1));
  return Math.max(1, Math.ceil((freeAt - Date.now()) / 1000));
}

/** Keys of the counters' rows. */
export function counterKeys(limit: Limit): Record<keyof Counted, Key> {
  const end = windowEnd(limit);
  return { now: keyOf(limit, end), before: keyOf(limit, end - limit.windowMs) };
}

const keyOf = ({ of }: Limit, end: number): Key => ({ pk: `RATE#${of}`, sk: new Date(end).toISOString() });

const windowEnd = ({ windowMs }: Limit): number =>
  (Math.floor((Date.now() + japanOffsetMs) / windowMs) + 1) * windowMs - japanOffsetMs;
