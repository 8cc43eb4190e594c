import { Stack } from "aws-cdk-lib";
import { CfnQueryDefinition } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import { Log } from "../log.ts";
import { portalNameOf } from "../portal-name.ts";

/** Saved queries of CloudWatch Logs Insights. docs/operate.md says when to run which. */
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
} as const satisfies Queries;

/** Blocked requests with their rule and the caller's network. */
export const firewallQueries = {
  "blocked-requests": [
    "fields @timestamp, terminatingRuleId, httpRequest.clientIp, httpRequest.httpMethod, httpRequest.uri",
    'filter action = "BLOCK"',
    "sort @timestamp desc",
  ],
} as const satisfies Queries;

type Queries = Record<string, readonly string[]>;

/** The parts of the portal's stack with logs of the API and of functions. CloudWatch takes 50 log groups in a query. */
export const queriedParts = ["Gateway", "Api", "Auth", "Schedule"] as const;

/** The saved queries over every log that the stack has so far, or over the logs of `parts`. */
export class LogQueries extends Construct {
  constructor(scope: Construct, id: string, queries: Queries, parts?: readonly string[]) {
    super(scope, id);
    const { node } = Stack.of(this);
    const constructs = parts?.flatMap((part) => node.findChild(part).node.findAll()) ?? node.findAll();
    const logs = constructs.filter((each) => each instanceof Log);
    for (const [name, commands] of Object.entries(queries))
      new CfnQueryDefinition(this, name, {
        name: `${portalNameOf(this)}/${name}`,
        queryString: commands.join("\n| "),
        logGroupNames: logs.map(({ logGroupName }) => logGroupName),
      });
  }
}
