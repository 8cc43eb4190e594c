import type { Context, ScheduledEvent } from "aws-lambda";
import { log, withContext } from "#functions/runtime/log.ts";
import { readMailBudget } from "./announce/mail-budget.ts";
import { sendAnnouncements } from "./announce/send-announcements.ts";
import type { Outcome } from "./announce/send-waiting.ts";

/** Sends what `npm run release -- announce` wrote down, for some minutes at most; the next run goes on. */
export const handler = (
  _: ScheduledEvent,
  { awsRequestId: requestId, functionName }: Context,
): Promise<Outcome> =>
  withContext({ requestId, function: functionName }, async () => {
    const outcome = await sendAnnouncements(readMailBudget);
    log("info", "announced", { ...outcome });
    return outcome;
  });
