import { randomUUID } from "node:crypto";
import type { Context } from "aws-lambda";
import type { ApiEvent } from "#functions/runtime/caller.ts";
import { identifiers } from "#scripts/local/identifiers.ts";
import { claimsOf, type Person } from "./people.ts";

export const contextOf = (functionName: string): Context =>
  ({ awsRequestId: randomUUID(), functionName }) as Context;

/** As Cognito hands a person to a trigger: developer guide, "Customizing user pool workflows with Lambda triggers". */
export function triggerEventOf<Event extends { triggerSource: string }>(
  triggerSource: Event["triggerSource"],
  { loginId, sub, email }: Pick<Person, "loginId" | "sub" | "email">,
  { request = {}, response = {} }: { request?: object; response?: object } = {},
): Event {
  const { region, userPoolId } = identifiers;
  return {
    version: "1",
    region,
    userPoolId,
    userName: loginId,
    callerContext: { awsSdkVersion: "aws-sdk-unknown-unknown", clientId: "client" },
    triggerSource,
    request: { userAttributes: { sub, email, email_verified: "true" }, ...request },
    response,
  } as unknown as Event;
}

export interface EventParts {
  /** The signed-in caller. */
  by?: Person;
  /** Beside or instead of theirs. */
  claims?: Record<string, unknown>;
  query?: Record<string, string>;
  body?: unknown;
  /** Sent as it is. */
  text?: string;
  address?: string;
  headers?: Record<string, string>;
  isBase64Encoded?: boolean;
}

/** As API Gateway hands a request to a function: HTTP API, payload format 2.0. */
export function eventOf(parts: EventParts): ApiEvent {
  const { by, query, body, text = body === undefined ? undefined : JSON.stringify(body) } = parts;
  const claims = by || parts.claims ? { ...(by && claimsOf(by)), ...parts.claims } : undefined;
  const http = {
    method: text === undefined ? "GET" : "POST",
    path: "/api/test",
    protocol: "HTTP/1.1",
    sourceIp: parts.address ?? "127.0.0.1",
    userAgent: "test",
  };
  return {
    version: "2.0",
    routeKey: "$default",
    rawPath: "/api/test",
    rawQueryString: new URLSearchParams(query).toString(),
    headers: { "content-type": "application/json", ...parts.headers },
    ...(query === undefined ? {} : { queryStringParameters: query }),
    requestContext: {
      accountId: "000000000000",
      apiId: "test",
      ...(claims === undefined ? {} : { authorizer: { jwt: { claims } } }),
      domainName: "localhost",
      domainPrefix: "local",
      http,
      requestId: randomUUID(),
      routeKey: "$default",
      stage: "$default",
      time: "",
      timeEpoch: 0,
    },
    ...(text === undefined ? {} : { body: text }),
    isBase64Encoded: parts.isBase64Encoded ?? false,
  };
}
