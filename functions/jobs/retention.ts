import type { Context, ScheduledEvent } from "aws-lambda";
import { log, withContext } from "#functions/runtime/log.ts";
import { eraseClosedAccounts } from "./retention/closed-accounts.ts";
import { deleteUnconfirmedAccounts } from "./retention/unconfirmed-accounts.ts";

/**
 * Deletes what is not to be kept any longer: accounts that were closed 30 days ago, and those that were not confirmed within a day.
 * Throws at the end if something could not be deleted.
 */
export const handler = (
  _: ScheduledEvent,
  { awsRequestId: requestId, functionName }: Context,
): Promise<{ erased: number; unconfirmed: number }> =>
  withContext({ requestId, function: functionName }, async () => {
    const running = [eraseClosedAccounts(), deleteUnconfirmedAccounts()] as const;
    // If one kind fails, the other goes on.
    await Promise.allSettled(running);
    const [closed, unconfirmed] = await Promise.all(running);
    const failed = closed.failed + unconfirmed.failed;
    const outcome = { erased: closed.erased, unconfirmed: unconfirmed.deleted };
    log("info", "retention ended", { ...outcome, failed });
    if (failed > 0) throw new Error(`could not be erased: ${failed}`);
    return outcome;
  });
