import {
  cancelSessionsToEnd,
  endSessionsNow,
  newSessionsToEnd,
  prepareSessionsToEnd,
} from "#functions/account/sessions-to-end.ts";
import {
  type Activity,
  passwordChanged,
  readActivities,
  timeOf,
  withAddress,
} from "#functions/activity/activity-table.ts";
import type { SignIn } from "#functions/activity/record-sign-in.ts";
import { serveSignedIn } from "#functions/customer/signed-in.ts";
import { customerLimit, enforceLimits } from "#functions/platform/rate-limits.ts";
import { updateItem } from "#functions/platform/table.ts";
import { attempt } from "#functions/runtime/attempt.ts";
import type { Caller } from "#functions/runtime/caller.ts";
import { environment } from "#functions/runtime/environment.ts";
import { sessions } from "#shared/endpoints.ts";

/** A password change counts twice. */
const limit = (sub: string) => customerLimit("SESSIONS", sub);

export const handler = serveSignedIn(sessions, async ({ body }, { caller, clientAddress }) => {
  switch (body.operation) {
    case "begin":
      await recordAddress(caller, clientAddress);
      return { result: { ended: false } };
    case "prepare-end":
      return { result: { ended: false, id: await prepare(caller) } };
    case "cancel-end":
      await cancelSessionsToEnd(caller.sub, body.id);
      return { result: { ended: false } };
    case "end":
      return { result: { ended: await endAll(caller) } };
  }
});

/** Cognito has no trigger for a password change: the row must be stored before it. Returns what cancels it. */
async function prepare({ sub, loginId }: Caller): Promise<number> {
  const now = Date.now();
  await enforceLimits([limit(sub)], [prepareSessionsToEnd(sub, loginId, now)]);
  return now;
}

/** Responds once the row is stored. If the user pool fails now, the reconciler retries. */
async function endAll({ sub, loginId }: Caller): Promise<boolean> {
  const row = newSessionsToEnd(sub, loginId);
  const changed = passwordChanged(sub, "password-changed");
  await enforceLimits([limit(sub)], [row, ...changed]);
  return attempt("sessions were not ended", () => endSessionsNow(environment("USER_POOL_ID"), row.put));
}

const signIns: readonly string[] = ["signed-in", "passkey-signed-in"] satisfies SignIn["kind"][];

/** Between the trigger and the tokens that follow it, clocks included. */
const toleranceMs = 60_000;

/**
 * Adds the caller's address to the caller's own sign-in: Cognito tells its triggers none. Writes nothing if that sign-in is not found,
 * or has one. Tokens say the second of their sign-in; of two within one second, it is the one without an address.
 */
async function recordAddress({ sub, signedInAt }: Caller, ip: string): Promise<void> {
  if (signedInAt === undefined) return;
  const at = (offsetMs: number) => new Date(signedInAt + offsetMs).toISOString();
  const around = await readActivities(sub, at(-toleranceMs), at(toleranceMs), 5);
  const distance = (activity: Activity): number =>
    Math.abs(Math.floor(Date.parse(timeOf(activity)) / 1000) - signedInAt / 1000);
  const [own] = around
    .filter(({ kind }) => signIns.includes(kind))
    .toSorted((one, other) => distance(one) - distance(other) || Number("ip" in one) - Number("ip" in other));
  if (own) await updateItem(withAddress(own, ip));
}
