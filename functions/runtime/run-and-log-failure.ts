import type { LogFields } from "./context.ts";
import { errorFields, log } from "./log.ts";
import { countMetric } from "./metrics.ts";

/**
 * Does work that a later run repeats if it fails. Logs a failure, and counts it in `TasksFailed` unless
 * `isCounted` is false. Returns true on success.
 */
export async function runAndLogFailure(
  failure: string,
  work: () => Promise<unknown>,
  fields: LogFields = {},
  isCounted = true,
): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    log("error", failure, { ...fields, ...errorFields(error) });
    if (isCounted) countMetric("TasksFailed");
    return false;
  }
}
