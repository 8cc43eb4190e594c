import type { Context, ScheduledEvent } from "aws-lambda";
import { log, withLogFields } from "../runtime/log.ts";
import { eraseClosedAccounts } from "./retention/closed-accounts.ts";

/** Deletes what is not to be kept any longer: accounts that were closed 30 days ago. Throws at the end if something could not be. */
export const handler = (
  _: ScheduledEvent,
  { awsRequestId: requestId, functionName }: Context,
): Promise<{ erased: number }> =>
  withLogFields({ requestId, function: functionName }, async () => {
    const { erased, failed } = await eraseClosedAccounts({ requestId });
    log("info", "retention ended", { erased, failed });
    if (failed > 0) throw new Error(`could not be erased: ${failed}`);
    return { erased };
  });
