/** A function's input for a request: the API gateway's event. */
import { randomUUID } from "node:crypto";
import { originSecretHeader } from "#shared/headers.ts";
import { identifiers } from "../identifiers.ts";

export interface GatewayRequest {
  method: string;
  /** Path and query as sent. */
  target: string;
  headers: Readonly<Record<string, string>>;
  /** Undefined when it was longer than the gateway takes. */
  body: Buffer | undefined;
  sourceIp: string;
}

/** Of the id token, all as text. */
export type Claims = Record<string, string>;

export interface CallRequest {
  method?: string;
  path: string;
  query?: Record<string, string> | undefined;
  body?: unknown;
  claims?: Claims | undefined;
  headers?: Record<string, string>;
  address?: string;
}

/** For callers that call a function as a browser would, without a gateway and with unchecked claims. */
export function eventOf({ path, query, body, claims, headers, ...request }: CallRequest) {
  const { method = body ? "POST" : "GET", address = "203.0.113.9" } = request;
  return toEvent(
    {
      method,
      target: query ? `${path}?${new URLSearchParams(query)}` : path,
      headers: {
        "content-type": "application/json",
        "cloudfront-viewer-address": `${address}:1`,
        [originSecretHeader]: identifiers.originSecret,
        ...headers,
      },
      body: body ? Buffer.from(JSON.stringify(body)) : undefined,
      sourceIp: address,
    },
    randomUUID(),
    claims,
  );
}

/** Of an id token whose address is proven. */
export const claimsOf = (customer: { sub: string; userName: string; email: string }) => ({
  sub: customer.sub,
  token_use: "id",
  "cognito:username": customer.userName,
  email: customer.email,
  email_verified: "true",
});

const textual = /^(?:text\/|application\/(?:json|javascript|xml|x-www-form-urlencoded))/;

/** Payload format 2.0. Source: API Gateway developer guide, "Lambda proxy integrations". */
export function toEvent(request: GatewayRequest, requestId: string, claims: Claims | undefined) {
  const [path = "/", rawQueryString = ""] = splitOnce(request.target);
  const routeKey = `${request.method} ${path}`;
  const { cookie, ...headers } = request.headers;
  const isBase64Encoded = !textual.test(headers["content-type"] ?? "text/plain");
  const now = new Date();
  const query = new URLSearchParams(rawQueryString);
  return {
    version: "2.0",
    routeKey,
    rawPath: path,
    rawQueryString,
    headers,
    ...(cookie ? { cookies: cookie.split("; ") } : {}),
    ...(rawQueryString
      ? {
          queryStringParameters: Object.fromEntries(
            [...new Set(query.keys())].map((key) => [key, query.getAll(key).join(",")]),
          ),
        }
      : {}),
    requestContext: {
      accountId: "000000000000",
      apiId: "local",
      ...(claims ? { authorizer: { jwt: { claims, scopes: null } } } : {}),
      domainName: headers.host ?? "localhost",
      domainPrefix: "local",
      http: {
        method: request.method,
        path,
        protocol: "HTTP/1.1",
        sourceIp: request.sourceIp,
        userAgent: headers["user-agent"] ?? "",
      },
      requestId,
      routeKey,
      stage: "$default",
      time: now.toUTCString(),
      timeEpoch: now.getTime(),
    },
    ...(request.body?.length ? { body: request.body.toString(isBase64Encoded ? "base64" : "utf8") } : {}),
    isBase64Encoded: isBase64Encoded && (request.body?.length ?? 0) > 0,
  };
}

const splitOnce = (target: string): string[] => {
  const at = target.indexOf("?");
  return at < 0 ? [target] : [target.slice(0, at), target.slice(at + 1)];
};
