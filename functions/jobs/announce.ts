import { inContext } from "#functions/runtime/context.ts";
import { log } from "#functions/runtime/log.ts";
import { readMailBudget } from "./announce/mail-budget.ts";
import { sendAnnouncements } from "./announce/send-announcements.ts";
import type { SendOutcome } from "./announce/send-waiting.ts";

/**
 * Sends the announcements that `npm run release -- announce` stored, for some minutes; the next run
 * continues.
 */
export const handler = inContext("job", async (): Promise<SendOutcome> => {
  const outcome = await sendAnnouncements(readMailBudget);
  log("info", "announced", { ...outcome });
  return outcome;
});
