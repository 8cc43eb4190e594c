import { japanDay } from "#functions/platform/japan-day.ts";
import { writeIf } from "#functions/platform/table.ts";
import { errorFields, log } from "#functions/runtime/log.ts";
import type { FileType } from "#shared/endpoints.ts";
import { firstLinkOfDay, newActivity } from "./activity-table.ts";

/** A customer was given a link to a file: one event a day for each version. Never throws: the file counts, not the event. */
export async function recordLink(sub: string, fileType: FileType, version: string): Promise<void> {
  try {
    await writeIf([
      firstLinkOfDay(sub, `${fileType}#${version}`, japanDay(new Date())),
      newActivity(sub, { kind: `${fileType}-link`, version }),
    ]);
  } catch (error) {
    log("warn", "link was not recorded", errorFields(error));
  }
}
