import { type ActivityRow, readActivities, timeOf, withAddress } from "#functions/activity/activity-table.ts";
import { updateItem } from "#functions/platform/table.ts";
import type { Caller } from "#functions/runtime/caller.ts";
import type { SignIn } from "./record-sign-in.ts";

const signIns: readonly string[] = ["signed-in", "passkey-signed-in"] satisfies SignIn["kind"][];

/** Longest time between the trigger and its tokens, including clock skew. */
const toleranceMs = 60_000;

/**
 * Adds the caller's IP address to the activity of the caller's sign-in, because Cognito's triggers do not
 * receive it. Writes nothing if the activity is not found or has an address. Tokens have the second of their
 * sign-in; of two sign-ins within a second, takes the one without an address.
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
