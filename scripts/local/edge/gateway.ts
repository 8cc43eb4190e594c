import { randomUUID } from "node:crypto";
import { createLocalJWKSet, type JSONWebKeySet, type JWTPayload, jwtVerify } from "jose";
import { type EndpointFunctionName, endpointFunctions } from "#infra/settings/functions.ts";
import { type Endpoint, endpoints } from "#shared/endpoints.ts";
import { authenticationHeader } from "#shared/headers.ts";
import { FunctionError, type LambdaHost } from "../lambda/lambda-host.ts";

export interface GatewayRequest {
  method: string;
  /** Path and query as sent. */
  target: string;
  headers: Readonly<Record<string, string>>;
  /** Undefined when it was longer than the gateway takes. */
  body: Buffer | undefined;
  sourceIp: string;
}

export interface GatewayResponse {
  status: number;
  headers: Record<string, string>;
  body: string | Buffer;
}

export interface AuthorizerSettings {
  issuer: string;
  clientIds: readonly string[];
  jwks(): JSONWebKeySet;
}

/** API Gateway's own limit on a body, in bytes. */
export const gatewayBodyLimit = 10 * 1024 * 1024;

/**
 * What an HTTP API does in front of a function: routing, the JWT authorizer, the payload limit and the event's shape
 * (payload format 2.0). Source: API Gateway developer guide, "JWT authorizers" and "Lambda proxy integrations".
 */
export function createGateway(lambda: LambdaHost, authorizer: AuthorizerSettings) {
  return async function handle(request: GatewayRequest): Promise<GatewayResponse> {
    const requestId = randomUUID();
    const { headers, ...response } = await respond(request, requestId);
    return { ...response, headers: { ...headers, "apigw-requestid": requestId } };
  };

  async function respond(request: GatewayRequest, requestId: string): Promise<GatewayResponse> {
    const route = findRoute(request);
    if (!route) return message(404, "Not Found");
    if (request.body === undefined) return message(413, "Request Entity Too Large");
    const claims = await authorize(route.endpoint, request.headers, authorizer);
    if (claims === "refused") return message(401, "Unauthorized");
    try {
      return fromLambda(await lambda.invoke(route.name, toEvent(request, requestId, route.endpoint, claims)));
    } catch (error) {
      if (!(error instanceof FunctionError)) throw error;
      const timedOut = error.errorType === "Sandbox.Timedout";
      return timedOut ? message(503, "Service Unavailable") : message(500, "Internal Server Error");
    }
  }
}

const message = (status: number, text: string): GatewayResponse => ({
  status,
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ message: text }),
});

interface Route {
  name: EndpointFunctionName;
  endpoint: Endpoint;
}
const routes: readonly Route[] = Object.keys(endpointFunctions).map((key) => {
  const name = key as EndpointFunctionName;
  return { name, endpoint: endpoints[name] };
});

const findRoute = ({ method, target }: GatewayRequest): Route | undefined => {
  const path = target.split("?")[0];
  return routes.find(({ endpoint }) => endpoint.method === method && endpoint.path === path);
};

type Claims = Record<string, string>;

async function authorize(
  endpoint: Endpoint,
  headers: GatewayRequest["headers"],
  { issuer, clientIds, jwks }: AuthorizerSettings,
): Promise<Claims | "refused" | undefined> {
  if (endpoint.authentication !== "id-token") return undefined;
  const token = headers[authenticationHeader.toLowerCase()]?.replace(/^Bearer /i, "");
  if (!token) return "refused";
  try {
    const { payload } = await jwtVerify(token, createLocalJWKSet(jwks()), {
      issuer,
      algorithms: ["RS256"],
      requiredClaims: ["exp"],
    });
    // The authorizer takes an audience from either claim: this is how it lets access tokens through.
    return clientIds.some((id) => payload.aud === id || payload.client_id === id)
      ? asClaims(payload)
      : "refused";
  } catch {
    return "refused";
  }
}

/** The gateway hands every claim on as text; a list becomes `[a b]`. */
const asClaims = (payload: JWTPayload): Claims =>
  Object.fromEntries(
    Object.entries(payload).map(([name, value]) => [
      name,
      Array.isArray(value)
        ? `[${value.join(" ")}]`
        : typeof value === "object"
          ? JSON.stringify(value)
          : String(value),
    ]),
  );

const textual = /^(?:text\/|application\/(?:json|javascript|xml|x-www-form-urlencoded))/;

function toEvent(request: GatewayRequest, requestId: string, endpoint: Endpoint, claims: Claims | undefined) {
  const [path = "/", rawQueryString = ""] = splitOnce(request.target);
  const { cookie, ...headers } = request.headers;
  const isBase64Encoded = !textual.test(headers["content-type"] ?? "text/plain");
  const now = new Date();
  const query = new URLSearchParams(rawQueryString);
  return {
    version: "2.0",
    routeKey: `${endpoint.method} ${endpoint.path}`,
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
      routeKey: `${endpoint.method} ${endpoint.path}`,
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

interface LambdaResult {
  statusCode?: number;
  headers?: Record<string, unknown>;
  body?: string;
  isBase64Encoded?: boolean;
}

/** A result without a status code is the body of a 200; anything malformed is the gateway's own 500. */
function fromLambda(result: unknown): GatewayResponse {
  if (typeof result !== "object" || result === null) return message(500, "Internal Server Error");
  const { statusCode, headers = {}, body = "", isBase64Encoded } = result as LambdaResult;
  if (statusCode === undefined) {
    return { status: 200, headers: { "content-type": "application/json" }, body: JSON.stringify(result) };
  }
  return {
    status: statusCode,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
    body: isBase64Encoded ? Buffer.from(body, "base64") : body,
  };
}
