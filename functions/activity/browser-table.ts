/** `ACTIVITY#<sub>`, `BROWSER#<hash>`: the browsers that an account has signed in with. */
import { hash } from "#functions/platform/networks.ts";
import { type Key, type Put, queryNewest, type Update } from "#functions/platform/table.ts";
import { activityExpiry, activityPartition } from "./activity-table.ts";

const browserKey = (sub: string, browserId: string): Key => ({
  pk: activityPartition(sub),
  sk: `BROWSER#${hash(browserId)}`,
});

/** The write of a sign-in with a known browser. Refused if the browser is not known. */
export const browserSeenAgain = (sub: string, browserId: string): Update => ({
  update: browserKey(sub, browserId),
  set: activityExpiry(),
  condition: "expiresAt > :now",
  values: { ":now": Math.floor(Date.now() / 1000) },
});

/** The write of a new browser. Refused if the browser is known. */
export const newBrowser = (sub: string, browserId: string): Put => ({
  put: { ...browserKey(sub, browserId), ...activityExpiry() },
  condition: "attribute_not_exists(pk) OR expiresAt <= :now",
  values: { ":now": Math.floor(Date.now() / 1000) },
});

export async function hasBrowsers(sub: string): Promise<boolean> {
  const known = queryNewest(activityPartition(sub), { from: "BROWSER#", to: "BROWSER$", limit: 1 });
  for await (const _ of known) return true;
  return false;
}
