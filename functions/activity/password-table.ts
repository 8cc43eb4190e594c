/** `ACTIVITY#<sub>`, `PASSWORD`: when the password was changed, and when all sessions were ended. */
import * as z from "zod/mini";
import { getItem, type Key, type Put, type Update } from "#functions/platform/table.ts";
import { activityPartition, newActivity } from "./activity-table.ts";

const passwordKey = (sub: string): Key => ({ pk: activityPartition(sub), sk: "PASSWORD" });

/** The writes of a password change or reset: its time, and its activity. */
export const passwordChanged = (sub: string, kind: "password-changed" | "password-reset"): Put[] => [
  passwordReplaced(sub),
  newActivity(sub, { kind }),
];

/** Without an activity: an operator's command has an audit row. */
export const passwordReplaced = (sub: string): Put => ({
  put: { ...passwordKey(sub), at: new Date().toISOString() },
});

/** The write of the end of all sessions. Without an activity: an operator's command has an audit row. */
export const signedOut = (sub: string): Update => ({
  update: passwordKey(sub),
  creates: true,
  set: { signedOutAt: new Date().toISOString() },
});

/** The writes of the end of all sessions on the customer's request. */
export const signedOutEverywhere = (sub: string): [Update, Put] => [
  signedOut(sub),
  newActivity(sub, { kind: "signed-out-everywhere" }),
];

const passwordRow = z.object({ at: z.optional(z.string()), signedOutAt: z.optional(z.string()) });

const readPasswordRow = async (sub: string) => passwordRow.safeParse(await getItem(passwordKey(sub))).data;

/** Returns the time of the last password change (ISO 8601); undefined without one. */
export const readPasswordChange = async (sub: string): Promise<string | undefined> =>
  (await readPasswordRow(sub))?.at;

/**
 * Returns true if the password was replaced, or all sessions were ended, since a sign-in at that time
 * (milliseconds since the epoch): another person may have the password or a session. `auth_time` is in whole
 * seconds.
 */
export async function haveSessionsEnded(sub: string, signedInAt: number): Promise<boolean> {
  const { at, signedOutAt } = (await readPasswordRow(sub)) ?? {};
  return [at, signedOutAt].some((end) => end !== undefined && Date.parse(end) >= signedInAt + 1000);
}
