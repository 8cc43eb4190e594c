import {
  cancelSessionsToEnd,
  endSessionsNow,
  newSessionsToEnd,
  prepareSessionsToEnd,
} from "#functions/account/sessions-to-end.ts";
import {
  type Activity,
  passwordChanged,
  passwordReplaced,
  readActivities,
  signedOut,
  signedOutEverywhere,
  timeOf,
  withAddress,
} from "#functions/activity/activity-table.ts";
import { serveSignedIn } from "#functions/customer/signed-in.ts";
import { hash } from "#functions/platform/networks.ts";
import { customerLimit, enforceLimits } from "#functions/platform/rate-limits.ts";
import { updateItem, type Write, writeTogether } from "#functions/platform/table.ts";
import { ApiError } from "#functions/runtime/api-error.ts";
import { attempt } from "#functions/runtime/attempt.ts";
import type { Caller } from "#functions/runtime/caller.ts";
import { environment } from "#functions/runtime/environment.ts";
import type { SignIn } from "#functions/sign-in-methods/record-sign-in.ts";
import { sessions } from "#shared/endpoints.ts";

/** Each sign-in has its own: whoever has stolen a session must not use up its owner's. */
const limit = ({ sub, signInId }: Caller) => customerLimit("SESSIONS", hash(signInId || sub));

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
    case "end": {
      const { sub } = caller;
      const change = { told: passwordChanged(sub, "password-changed"), untold: passwordReplaced(sub) };
      return { result: { ended: await endAll(caller, change) } };
    }
    case "sign-out": {
      const { sub } = caller;
      const end = { told: signedOutEverywhere(sub), untold: signedOut(sub) };
      return { result: { ended: await endAll(caller, end) } };
    }
  }
});

/** Cognito has no trigger for a password change: the row must be stored before it. Returns what cancels it. */
async function prepare({ sub, loginId }: Caller): Promise<number> {
  const { id, update } = prepareSessionsToEnd(sub, loginId);
  await updateItem(update);
  return id;
}

/** The rows that say why, with an event in the history and without. */
interface SessionsEnd {
  told: readonly Write[];
  untold: Write;
}

/**
 * Responds once the task is stored. If the user pool fails now, the reconciler retries. The end of sessions is never refused: at the
 * limit it is the reconciler's, without another event in the history.
 */
async function endAll(caller: Caller, { told, untold }: SessionsEnd): Promise<boolean> {
  const { sub, loginId } = caller;
  const task = newSessionsToEnd(sub, loginId);
  try {
    await enforceLimits([limit(caller)], [task, ...told]);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "too_many_requests") throw error;
    await writeTogether([prepareSessionsToEnd(sub, loginId).update, untold]);
    return false;
  }
  const end = { sub, loginId, userPoolId: environment("USER_POOL_ID"), task };
  return attempt("sessions were not ended", () => endSessionsNow(end));
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
