/** The steps of every endpoint: authenticate, parse, run, respond. The only catch-all of the functions is here. */

import type { Context } from "aws-lambda";
import type { Endpoint, ResponseOf } from "#shared/endpoints.ts";
import { authenticationHeader, originSecretHeader } from "#shared/headers.ts";
import { limits } from "#shared/limits.ts";
import { isServiceDown } from "./aws-errors.ts";
import type { ApiEvent, Caller } from "./caller.ts";
import { clientAddressOf } from "./client-address.ts";
import { requestIdHeader, withContext } from "./context.ts";
import { withDeadline } from "./deadline.ts";
import { optionalEnvironment } from "./environment.ts";
import { HttpError } from "./http-error.ts";
import { errorFields, log } from "./log.ts";
import { type ParsedRequest, readBody, readRequest, requireOwnPage } from "./request.ts";
import { failed, ok, type Response, redirected, refused } from "./response.ts";
import { isSameSecret } from "./same-secret.ts";

/**
 * Throws 403 unless the request came through CloudFront. A direct call to the API would bypass the firewall and could forge
 * `cloudfront-viewer-address`. Without `ORIGIN_SECRETS` there is no CloudFront in front of the API.
 */
function requireOriginSecret({ headers }: ApiEvent): void {
  const secrets = optionalEnvironment("ORIGIN_SECRETS");
  if (secrets === undefined) return;
  const given = headers[originSecretHeader] ?? "";
  const isKnown = secrets.split(" ").some((secret) => isSameSecret(given, secret));
  if (!isKnown) throw new HttpError("forbidden");
}

export interface CallContext<E extends Endpoint, C> {
  /** Only where the endpoint asks for an id token. */
  caller: C;
  /** The browser's IP address. */
  clientAddress: string;
  /** Not verified yet: only where the endpoint accepts one and does not require it. */
  idToken: E["authentication"] extends "optional-id-token" ? string | undefined : undefined;
  /** Only where the endpoint verifies a signature: the signed body. */
  signed: E["authentication"] extends "stripe-signature" ? Signed : undefined;
}

interface Signed {
  body: string;
  /** The `stripe-signature` header, empty when there is none. */
  signature: string;
}

type Run<E extends Endpoint, C> = (
  request: ParsedRequest<E>,
  context: CallContext<E, C>,
) => Promise<ResponseOf<E>>;
type Handler = (event: ApiEvent, context: Context) => Promise<Response>;
type OpenEndpoint = Endpoint & { authentication: Exclude<Endpoint["authentication"], "id-token"> };

/** A Lambda handler for an endpoint that takes no id token, or need not have one. The others: `serveSignedIn`. */
export const serve = <E extends OpenEndpoint>(endpoint: E, run: Run<E, undefined>): Handler =>
  serveTo(endpoint, async () => undefined, run);

/**
 * A Lambda handler for the HTTP API (payload format 2.0). `authenticate` returns the caller, before anything else is read, and
 * throws 401. `run` sees parsed input and returns plain data.
 */
export function serveTo<E extends Endpoint, C extends Caller | undefined>(
  endpoint: E,
  authenticate: (event: ApiEvent, endpoint: Endpoint) => Promise<C>,
  run: Run<E, C>,
): Handler {
  return (event, { awsRequestId: invocation, functionName }) => {
    // The gateway's id, which its access log has too.
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
 * Throws 403 where the endpoint wants a recent password and the token's sign-in is older, or does not say when it was.
 * Cognito keeps `auth_time` when it renews tokens: only signing in again moves it.
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
