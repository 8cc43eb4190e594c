import { inContext } from "#functions/runtime/context.ts";
import { log } from "#functions/runtime/log.ts";
import { readMailBudget } from "./announce/mail-budget.ts";
import { sendAnnouncements } from "./announce/send-announcements.ts";
import type { SendOutcome } from "./announce/send-waiting.ts";

/** Sends what `npm run release -- announce` wrote down, for some minutes at most; the next run goes on. */
export const handler = inContext("job", async (): Promise<SendOutcome> => {
  const outcome = await sendAnnouncements(readMailBudget);
  log("info", "announced", { ...outcome });
  return outcome;
});
