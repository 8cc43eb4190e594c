import { updateItem } from "#functions/platform/table.ts";
import type { Caller } from "#functions/runtime/caller.ts";
import type { ActivityKind } from "#shared/activity/activity.ts";
import { readActivities, timeOf, withAddress } from "./activity-table.ts";

const signIns: readonly ActivityKind[] = ["signed-in", "passkey-signed-in"];

/** Between the trigger and the tokens that follow it, clocks included. */
const toleranceMs = 60_000;

/**
 * Adds the caller's address to the caller's own sign-in: Cognito tells its triggers none. Writes nothing if that sign-in is not found,
 * or has one.
 */
export async function recordAddress({ sub, signedInAt }: Caller, ip: string): Promise<void> {
  if (signedInAt === undefined) return;
  const at = (offsetMs: number) => new Date(signedInAt + offsetMs).toISOString();
  const around = await readActivities(sub, at(-toleranceMs), at(toleranceMs), 5);
  const own = around
    .filter(({ kind, ip: known }) => signIns.includes(kind) && known === undefined)
    .sort((one, other) => distance(one, signedInAt) - distance(other, signedInAt))[0];
  if (own) await updateItem(withAddress(own, ip));
}

const distance = (activity: Parameters<typeof timeOf>[0], signedInAt: number): number =>
  Math.abs(Date.parse(timeOf(activity)) - signedInAt);
