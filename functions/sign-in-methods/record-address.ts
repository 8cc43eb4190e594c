import { type ActivityRow, readActivities, timeOf, withAddress } from "#functions/activity/activity-table.ts";
import { updateItem } from "#functions/platform/table.ts";
import type { Caller } from "#functions/runtime/caller.ts";
import type { SignIn } from "./record-sign-in.ts";

const signIns: readonly string[] = ["signed-in", "passkey-signed-in"] satisfies SignIn["kind"][];

/** Between the trigger and the tokens that follow it, clocks included. */
const toleranceMs = 60_000;

/**
 * Adds the caller's address to the caller's own sign-in: Cognito tells its triggers none. Writes nothing if that sign-in is not found,
 * or has one. Tokens say the second of their sign-in; of two within one second, it is the one without an address.
 */
export async function recordAddress({ sub, signedInAt }: Caller, ip: string): Promise<void> {
  if (signedInAt === undefined) return;
  const at = (offsetMs: number) => new Date(signedInAt + offsetMs).toISOString();
  const around = await readActivities(sub, at(-toleranceMs), at(toleranceMs), 5);
  const distance = (activity: ActivityRow): number =>
    Math.abs(Math.floor(Date.parse(timeOf(activity)) / 1000) - signedInAt / 1000);
  const [own] = around
    .filter(({ kind }) => signIns.includes(kind))
    .toSorted((one, other) => distance(one) - distance(other) || Number("ip" in one) - Number("ip" in other));
  if (own) await updateItem(withAddress(own, ip));
}
