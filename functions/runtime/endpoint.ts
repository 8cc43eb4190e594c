/**
 * The steps of every endpoint: authenticate, parse, run, respond. The only catch-all of the functions is
 * here.
 */

import { isIP } from "node:net";
import type { Context } from "aws-lambda";
import type { Endpoint, ResponseOf } from "#shared/endpoints.ts";
import { authenticationHeader, originSecretHeader } from "#shared/headers.ts";
import { limits } from "#shared/limits.ts";
import { isServiceDown } from "./aws-errors.ts";
import type { ApiEvent, Caller } from "./caller.ts";
import { requestIdHeader, withContext } from "./context.ts";
import { withDeadline } from "./deadline.ts";
import { optionalEnvironment } from "./environment.ts";
import { HttpError } from "./http-error.ts";
import { errorFields, log } from "./log.ts";
import { type ParsedRequest, readBody, readRequest, requireOwnPage } from "./request.ts";
import { failed, ok, type Response, redirected, refused } from "./response.ts";
import { isSameSecret } from "./same-secret.ts";

/**
 * Throws 403 unless the request came through CloudFront. A direct call to the API would bypass the firewall
 * and could forge `cloudfront-viewer-address`. Without `ORIGIN_SECRETS`, no CloudFront is in front of the
 * API.
 */
function requireOriginSecret({ headers }: ApiEvent): void {
  const secrets = optionalEnvironment("ORIGIN_SECRETS");
  if (secrets === undefined) return;
  const given = headers[originSecretHeader] ?? "";
  const isKnown = secrets.split(" ").some((secret) => isSameSecret(given, secret));
  if (!isKnown) throw new HttpError("forbidden");
}

interface Addressed {
  headers: Record<string, string | undefined>;
  requestContext: { http: { sourceIp: string } };
}

/**
 * The browser's IP address. Behind CloudFront it is the address in `CloudFront-Viewer-Address`, which ends
 * with the port: `198.51.100.10:46532`, `[2001:db8::1]:46532` or `2001:db8::1:46532`. Otherwise it is the
 * gateway's source address.
 */
export function clientAddressOf({ headers, requestContext }: Addressed): string {
  const viewer = headers["cloudfront-viewer-address"] ?? "";
  const withoutPort = viewer.replace(/:\d+$/, "");
  const address = [withoutPort, viewer].map(withoutBrackets).find((each) => isIP(each));
  return address ?? requestContext.http.sourceIp;
}

const withoutBrackets = (address: string): string => address.replace(/^\[(.*)\]$/, "$1");

export interface CallContext<E extends Endpoint, C> {
  /** Undefined unless the endpoint requires an id token. */
  caller: C;
  /** The browser's IP address. */
  clientAddress: string;
  /** The unverified id token, if the endpoint accepts one without requiring it. */
  idToken: E["authentication"] extends "optional-id-token" ? string | undefined : undefined;
  /** The signed body, if the endpoint verifies a signature. */
  signed: E["authentication"] extends "stripe-signature" ? Signed : undefined;
}

interface Signed {
  body: string;
  /** The `stripe-signature` header; empty if missing. */
  signature: string;
}

type Run<E extends Endpoint, C> = (
  request: ParsedRequest<E>,
  context: CallContext<E, C>,
) => Promise<ResponseOf<E>>;
type Handler = (event: ApiEvent, context: Context) => Promise<Response>;
type OpenEndpoint = Endpoint & { authentication: Exclude<Endpoint["authentication"], "id-token"> };

/** Returns a Lambda handler for an endpoint that requires no id token. Others use `serveSignedIn`. */
export const serve = <E extends OpenEndpoint>(endpoint: E, run: Run<E, undefined>): Handler =>
  serveTo(endpoint, async () => undefined, run);

/**
 * Returns a Lambda handler for the HTTP API (payload format 2.0). `authenticate` returns the caller, before
 * the input is parsed, and throws 401. `run` gets parsed input and returns plain data.
 */
export function serveTo<E extends Endpoint, C extends Caller | undefined>(
  endpoint: E,
  authenticate: (event: ApiEvent, endpoint: Endpoint) => Promise<C>,
  run: Run<E, C>,
): Handler {
  return (event, { awsRequestId: invocation, functionName }) => {
    // API Gateway's id, as in its access log.
    const { requestId } = event.requestContext;
    return withContext({ kind: "request", requestId, function: functionName }, async () => {
      const startedAt = performance.now();
      const answering = async () => {
        requireOriginSecret(event);
        requireOwnPage(endpoint, event);
        return answer(endpoint, run, event, await authenticate(event, endpoint));
      };
      const response = await withDeadline(answering).catch(toResponse(requestId));
      const milliseconds = Math.round(performance.now() - startedAt);
      log("info", "request", { status: response.statusCode, milliseconds, invocation });
      return { ...response, headers: { ...response.headers, [requestIdHeader]: requestId } };
    });
  };
}

async function answer<E extends Endpoint, C extends Caller | undefined>(
  endpoint: E,
  run: Run<E, C>,
  event: ApiEvent,
  caller: C,
): Promise<Response> {
  const { authentication } = endpoint;
  const idToken = event.headers[authenticationHeader.toLowerCase()];
  const context = {
    caller,
    clientAddress: clientAddressOf(event),
    idToken: authentication === "optional-id-token" ? idToken : undefined,
    signed: authentication === "stripe-signature" ? signedOf(event) : undefined,
  } as CallContext<E, C>;
  const request = readRequest(endpoint, event);
  expectRecentPassword(endpoint, caller);
  const result = await run(request, context);
  return endpoint.redirects ? redirected(result) : ok(result, endpoint.edgeSeconds);
}

/**
 * Throws 403 if the endpoint requires a recent password and the password was entered earlier, or at an
 * unknown time. Cognito keeps `auth_time` when it renews tokens: only a new sign-in changes it.
 */
function expectRecentPassword({ recentPassword }: Endpoint, caller: Caller | undefined): void {
  if (recentPassword === undefined) return;
  const age = Date.now() - (caller?.signedInAt ?? Number.NaN);
  if (!(age <= limits.recentPasswordSeconds * 1000)) throw new HttpError("reauthentication_required");
}

const signedOf = (event: ApiEvent): Signed => ({
  body: readBody(event),
  signature: event.headers["stripe-signature"] ?? "",
});

const toResponse =
  (requestId: string) =>
  (error: unknown): Response => {
    if (isServiceDown(error)) {
      log("error", "service unavailable", errorFields(error));
      return refused(new HttpError("unavailable"));
    }
    if (!(error instanceof HttpError)) {
      log("error", "failed", errorFields(error));
      return failed(requestId);
    }
    const cause = error.cause === undefined ? {} : errorFields(error);
    log(error.cause === undefined ? "info" : "warn", "refused", { code: error.code, ...cause });
    return refused(error);
  };
