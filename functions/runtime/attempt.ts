import { errorFields, log } from "./log.ts";
import { countMetric } from "./metrics.ts";

/** Does work that a later run repeats if it fails now: a failure is logged and counted. True if it was done. */
export async function attempt(
  failure: string,
  work: () => Promise<unknown>,
  fields: Parameters<typeof log>[2] = {},
): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    log("error", failure, { ...fields, ...errorFields(error) });
    countMetric("TasksFailed");
    return false;
  }
}
