import { TransactionCanceled, writeTogether } from "#functions/platform/table.ts";
import { errorFields, log } from "#functions/runtime/log.ts";
import type { FileType } from "#shared/endpoints.ts";
import { firstLinkOfDay, newActivity } from "./activity-table.ts";

/** A customer was given a link to a file: one event a day for each version. Never throws: the file counts, not the event. */
export async function recordLink(sub: string, fileType: FileType, version: string): Promise<void> {
  const today = new Date().toISOString().slice(0, 10);
  try {
    await writeTogether([
      firstLinkOfDay(sub, `${fileType}#${version}`, today),
      newActivity(sub, { kind: `${fileType}-link`, version }),
    ]);
  } catch (error) {
    if (!(error instanceof TransactionCanceled)) log("warn", "link was not recorded", errorFields(error));
  }
}
