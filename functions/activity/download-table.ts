/** `ACTIVITY#<sub>`, `LINK#<file>`: the last day on which a download became an activity. */
import type { Update } from "#functions/platform/table.ts";
import { activityExpiry, activityPartition } from "./activity-table.ts";

/** At most one activity per file and day (`2026-11-22`): refused if the day has one. */
export const firstDownloadOfDay = (sub: string, file: string, day: string): Update => ({
  update: { pk: activityPartition(sub), sk: `LINK#${file}` },
  creates: true,
  set: { day, ...activityExpiry() },
  condition: "attribute_not_exists(pk) OR #day <> :day",
  values: { ":day": day },
});
