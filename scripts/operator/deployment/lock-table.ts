/** `DEPLOYMENT`, `LOCK`: the lock of an environment's deployments (docs/data.md). */
import * as z from "zod/mini";
import { type Key, readItem, updateItem } from "#functions/platform/table.ts";
import { minuteMs } from "#shared/durations.ts";

const row = z.object({
  /** Its name. */
  deployment: z.string(),
  /** The address of a CI's run, or a person at a machine. */
  by: z.string(),
  /** ISO 8601. */
  startedAt: z.string(),
  /** Milliseconds since the epoch; 0 after `unlock`. A killed job leaves it in the past. */
  lockedUntil: z.int(),
  /** Random; its holder unlocks with it. */
  token: z.string(),
});
export type Lock = z.output<typeof row>;

/** The timeout of the workflow's job: no deployment takes longer. */
export const leaseMs = 60 * minuteMs;

const key: Key = { pk: "DEPLOYMENT", sk: "LOCK" };

/**
 * Returns false if another deployment holds the lock. True for the token's holder: the SDK retries after a lost answer.
 */
export function acquireLock({
  deployment,
  by,
  token,
}: Pick<Lock, "deployment" | "by" | "token">): Promise<boolean> {
  const now = Date.now();
  return updateItem({
    update: key,
    creates: true,
    set: { deployment, by, token, startedAt: new Date(now).toISOString(), lockedUntil: now + leaseMs },
    condition: "attribute_not_exists(pk) OR lockedUntil < :now OR #token = :token",
    names: { "#token": "token" },
    values: { ":now": now, ":token": token },
  });
}

/** Undefined if no deployment holds the lock. */
export async function readLock(): Promise<Lock | undefined> {
  const lock = await readItem(key, row);
  return lock && lock.lockedUntil >= Date.now() ? lock : undefined;
}

/** Returns false if no deployment holds the lock with this token. */
export const unlock = (token: string): Promise<boolean> =>
  updateItem({
    update: key,
    set: { lockedUntil: 0 },
    condition: "#token = :token AND lockedUntil > :none",
    names: { "#token": "token" },
    values: { ":token": token, ":none": 0 },
  });
