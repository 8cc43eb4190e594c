/** The filters of `/__local/` for calls and logs; each filter is a query parameter. */
import { scheduledFunctions } from "#infra/settings/functions.ts";
import type { FunctionLine } from "../lambda/function-logs.ts";
import type { LoggedRequest } from "../request-log.ts";

const isScheduled = (line: FunctionLine): boolean => line.function in scheduledFunctions;
const mentions = (entry: object, text: string | null): boolean =>
  !text || JSON.stringify(entry).includes(text);
const isWanted = (value: string, wanted: string | null): boolean => !wanted || value === wanted;

/** `function`, `customer` (any text of theirs), `request` (an id), `hideScheduled`. */
export const filterLines = (lines: readonly FunctionLine[], query: URLSearchParams): FunctionLine[] =>
  lines.filter(
    (line) =>
      isWanted(line.function, query.get("function")) &&
      mentions(line, query.get("request")) &&
      mentions(line, query.get("customer")) &&
      !(query.has("hideScheduled") && isScheduled(line)),
  );

/** `service`, `customer` (any text of theirs), `request` (an id), `hideScheduled`. */
export function filterRequests(
  requests: readonly LoggedRequest[],
  lines: readonly FunctionLine[],
  query: URLSearchParams,
): LoggedRequest[] {
  const hidden = query.has("hideScheduled") ? JSON.stringify(lines.filter(isScheduled)) : "";
  return requests.filter(
    (entry) =>
      isWanted(entry.service, query.get("service")) &&
      isWanted(entry.requestId ?? "", query.get("request")) &&
      mentions(entry, query.get("customer")) &&
      !(entry.requestId !== undefined && hidden.includes(entry.requestId)),
  );
}
