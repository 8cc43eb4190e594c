/** Saved queries of CloudWatch Logs Insights over the logs of the functions and of the API. docs/operate.md says when to run which. */
export const logQueries = {
  /** With the number that the customer's error page shows. */
  "one-request": [
    "fields @timestamp, @log, event, status, milliseconds, error",
    'filter requestId = "REQUEST ID"',
    "sort @timestamp",
  ],
  /** With the account's `sub`, which `npm run admin -- find` prints. */
  "one-customer": [
    "fields @timestamp, function, event, status, milliseconds, requestId, error",
    'filter customer = "SUB"',
    "sort @timestamp",
  ],
  "slowest-functions": [
    'filter event = "request"',
    "stats count(*) as calls, pct(milliseconds, 50) as median, pct(milliseconds, 95) as p95, max(milliseconds) as longest by function",
    "sort p95 desc",
  ],
  errors: [
    'filter level = "error"',
    "stats count(*) as times, latest(@timestamp) as last, latest(requestId) as request by function, event",
    "sort times desc",
  ],
} as const satisfies Record<string, readonly string[]>;
