/** Rate limits for what costs money or can be abused, counted in the table. Days and hours are in Japan's time zone. */
import * as z from "zod/mini";
import { ApiError } from "../runtime/api-error.ts";
import { networksOf } from "./networks.ts";
import {
  getItem,
  type Key,
  TransactionCanceled,
  type Update,
  updateItem,
  type Write,
  writeTogether,
} from "./table.ts";

export const hourMs = 60 * 60_000;
export const dayMs = 24 * hourMs;
const japanOffsetMs = 9 * hourMs;

export interface Limit {
  /** What is counted, e.g. `PORTAL`. */
  of: string;
  most: number;
  windowMs: number;
  /**
   * Sliding window: the previous window counts by the share of it within the last `windowMs`. A fixed window would let twice
   * as many through around its end.
   */
  isSliding?: boolean;
  /** Message for the customer at the limit. */
  message: string;
}

/** Limit of a /48, as a multiple of the limit of a /64. */
const narrowPerWide = 4;

/** The limits of the client's network, and of its /48 for IPv6. */
export function networkLimits(address: string, limit: Limit): Limit[] {
  const { narrow, wide } = networksOf(address);
  const narrowLimit = { ...limit, of: `${limit.of}#${narrow}` };
  if (wide === undefined) return [narrowLimit];
  return [narrowLimit, { ...limit, of: `${limit.of}#${wide}`, most: limit.most * narrowPerWide }];
}

/** Counted for each customer; an erasure deletes these counters. */
export const customerActions = [
  "CHANGE",
  "KEY_MAIL",
  "REVEAL",
  "SECRETS",
  "SESSIONS",
  "SETUP_SESSION",
] as const;

/** Hourly limit of one customer. */
export const customerLimit = (
  action: (typeof customerActions)[number],
  sub: string,
  most: number,
): Limit => ({
  of: `${action}#${sub}`,
  most,
  windowMs: hourMs,
  isSliding: true,
  message: "操作の回数が上限に達しました。時間をおいてからもう一度お試しください。",
});

/** Counts one more of each limit and makes `writes`, in one transaction. Throws 429, or `TransactionCanceled` for `writes`. */
export async function enforceLimits(limits: readonly Limit[], writes: readonly Write[] = []): Promise<void> {
  const counts = await Promise.all(limits.map(countOne));
  try {
    await writeTogether([...writes, ...counts]);
  } catch (error) {
    if (!(error instanceof TransactionCanceled)) throw error;
    const reached = limits.find((_, index) => error.failedAt(writes.length + index));
    if (!reached || writes.some((_, index) => error.failedAt(index))) throw error;
    throw await limitReached(reached);
  }
}

/** Counts one more. Throws 429 at the limit. */
export async function count(limit: Limit): Promise<void> {
  if (!(await updateItem(await countOne(limit)))) throw await limitReached(limit);
}

async function countOne(limit: Limit): Promise<Update> {
  const end = windowEnd(limit);
  const most = limit.isSliding ? await allowedNow(limit) : limit.most;
  return {
    update: keyOf(limit, end),
    expression: "ADD #count :one SET expiresAt = :expiresAt",
    condition: most < 1 ? "#count < :most" : "attribute_not_exists(pk) OR #count < :most",
    names: { "#count": "count" },
    values: {
      ":one": 1,
      ":most": most,
      // One window longer: the next window counts this one too.
      ":expiresAt": Math.ceil((end + (limit.isSliding ? limit.windowMs : 0)) / 1000),
    },
  };
}

/** What the previous window leaves of the limit, rounded down. */
async function allowedNow(limit: Limit): Promise<number> {
  const end = windowEnd(limit);
  const before = await readCount(limit, end - limit.windowMs);
  return Math.floor(limit.most - (before * (end - Date.now())) / limit.windowMs);
}

const counter = z.object({ count: z.int() });

async function readCount(limit: Limit, end: number): Promise<number> {
  return counter.safeParse(await getItem(keyOf(limit, end))).data?.count ?? 0;
}

async function limitReached(limit: Limit): Promise<ApiError> {
  const { message } = limit;
  return new ApiError("too_many_requests", { message, retryAfterSeconds: await secondsUntilFree(limit) });
}

async function secondsUntilFree(limit: Limit): Promise<number> {
  const { most, windowMs } = limit;
  const end = windowEnd(limit);
  if (!limit.isSliding) return Math.ceil((end - Date.now()) / 1000);
  const [before, now] = await Promise.all([readCount(limit, end - windowMs), readCount(limit, end)]);
  // The time at which the previous window's share leaves room for one.
  const freeAt =
    now < most
      ? end - (windowMs * (most - now - 1)) / Math.max(before, 1)
      : end + windowMs * (1 - (most - 1) / Math.max(now, 1));
  return Math.max(1, Math.ceil((freeAt - Date.now()) / 1000));
}

const keyOf = ({ of }: Limit, end: number): Key => ({ pk: `RATE#${of}`, sk: new Date(end).toISOString() });

const windowEnd = ({ windowMs }: Limit): number =>
  (Math.floor((Date.now() + japanOffsetMs) / windowMs) + 1) * windowMs - japanOffsetMs;
