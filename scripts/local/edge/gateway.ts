import { randomUUID } from "node:crypto";
import { createLocalJWKSet, type JSONWebKeySet, type JWTPayload, jwtVerify } from "jose";
import { type EndpointFunctionName, endpointFunctions } from "#infra/settings/functions.ts";
import { type Endpoint, endpoints } from "#shared/endpoints.ts";
import { authenticationHeader } from "#shared/headers.ts";
import { FunctionError, type LambdaHost } from "../lambda/lambda-host.ts";
import { type Claims, type GatewayRequest, toEvent } from "./gateway-event.ts";

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
 * The work of an HTTP API in front of a function: routing, the JWT authorizer, the payload limit and the event's shape
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
      return fromLambda(await lambda.invoke(route.name, toEvent(request, requestId, claims)));
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
export const asClaims = (payload: JWTPayload): Claims =>
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

interface LambdaResult {
  statusCode?: number;
  headers?: Record<string, unknown>;
  body?: string;
  isBase64Encoded?: boolean;
}

/** Anything malformed is the gateway's own 500. AWS takes a result without a status code for the body of a 200; no function gives one. */
function fromLambda(result: unknown): GatewayResponse {
  const { statusCode, headers = {}, body = "", isBase64Encoded } = Object(result) as LambdaResult;
  if (statusCode === undefined) return message(500, "Internal Server Error");
  return {
    status: statusCode,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
    body: isBase64Encoded ? Buffer.from(body, "base64") : body,
  };
}
