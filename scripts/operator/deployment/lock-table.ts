/** `DEPLOYMENT`, `LOCK`: the deployment that an environment has at a time. docs/data.md */
import * as z from "zod/mini";
import { type Key, readItem, updateItem } from "#functions/platform/table.ts";
import { minuteMs } from "#shared/durations.ts";

const row = z.object({
  /** The one that is deployed. */
  release: z.string(),
  /** The address of a CI's run, or a person at a machine. */
  by: z.string(),
  /** ISO 8601. */
  startedAt: z.string(),
  /** Milliseconds since the epoch. A lock that is older is a killed job's. */
  lockedUntil: z.int(),
  /** Of its holder, at random. */
  token: z.string(),
});
export type Lock = z.output<typeof row>;

/** The timeout of the workflow's job: no deployment takes longer. */
export const leaseMs = 60 * minuteMs;

const key: Key = { pk: "DEPLOYMENT", sk: "LOCK" };

/** Takes the lock if nobody holds it. An attempt of the SDK whose answer was lost is repeated with the same token. */
export function acquireLock({
  release,
  by,
  token,
}: Pick<Lock, "release" | "by" | "token">): Promise<boolean> {
  const now = Date.now();
  return updateItem({
    update: key,
    creates: true,
    set: { release, by, token, startedAt: new Date(now).toISOString(), lockedUntil: now + leaseMs },
    condition: "attribute_not_exists(pk) OR lockedUntil < :now OR #token = :token",
    names: { "#token": "token" },
    values: { ":now": now, ":token": token },
  });
}

/** Undefined if nobody holds it. */
export async function readLock(): Promise<Lock | undefined> {
  const lock = await readItem(key, row);
  return lock && lock.lockedUntil >= Date.now() ? lock : undefined;
}

/** False if another deployment has taken it since, or nobody holds it. */
export const releaseLock = (token: string): Promise<boolean> =>
  updateItem({
    update: key,
    set: { lockedUntil: 0 },
    condition: "#token = :token AND lockedUntil > :none",
    names: { "#token": "token" },
    values: { ":token": token, ":none": 0 },
  });
