/** What every endpoint does: authenticate, parse, run, respond. The only catch-all of the functions is here. */

import type { Context } from "aws-lambda";
import type { Endpoint, ResponseOf } from "#shared/endpoints.ts";
import { authenticationHeader } from "#shared/headers.ts";
import { ApiError } from "./api-error.ts";
import { isServiceDown } from "./aws-errors.ts";
import { type ApiEvent, type Caller, callerOf } from "./caller.ts";
import { clientAddressOf } from "./client-address.ts";
import { withDeadline } from "./deadline.ts";
import { addLogFields, errorFields, log, requestIdHeader, withLogFields } from "./log.ts";
import { requireOriginSecret } from "./origin-secret.ts";
import { expectRecentPassword } from "./recent-password.ts";
import { type RequestOf, readBody, readRequest } from "./request.ts";
import { failed, ok, type Response, redirected, refused } from "./response.ts";

export interface CallContext<E extends Endpoint> {
  /** Only where the endpoint asks for an id token. */
  caller: E["authentication"] extends "id-token" ? Caller : undefined;
  requestId: string;
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

type Run<E extends Endpoint> = (request: RequestOf<E>, context: CallContext<E>) => Promise<ResponseOf<E>>;
type Handler = (event: ApiEvent, context: Context) => Promise<Response>;

/** A Lambda handler for the HTTP API (payload format 2.0). `run` sees parsed input and returns plain data. */
export function serve<E extends Endpoint>(endpoint: E, run: Run<E>): Handler {
  return (event, { awsRequestId: invocation, functionName }) => {
    // The gateway's id, which its access log has too.
    const { requestId } = event.requestContext;
    return withLogFields({ requestId, function: functionName }, async () => {
      const startedAt = performance.now();
      const response = await withDeadline(() => answer(endpoint, run, event, requestId)).catch(
        toResponse(requestId),
      );
      const milliseconds = Math.round(performance.now() - startedAt);
      log("info", "request", { status: response.statusCode, milliseconds, invocation });
      return { ...response, headers: { ...response.headers, [requestIdHeader]: requestId } };
    });
  };
}

async function answer<E extends Endpoint>(
  endpoint: E,
  run: Run<E>,
  event: ApiEvent,
  requestId: string,
): Promise<Response> {
  requireOriginSecret(event);
  const caller = endpoint.authentication === "id-token" ? callerOf(event) : undefined;
  addLogFields({ customer: caller?.sub });
  const context = {
    caller: caller as CallContext<E>["caller"],
    requestId,
    clientAddress: clientAddressOf(event),
    idToken: (endpoint.authentication === "optional-id-token"
      ? event.headers[authenticationHeader.toLowerCase()]
      : undefined) as CallContext<E>["idToken"],
    signed: (endpoint.authentication === "stripe-signature"
      ? signedOf(event)
      : undefined) as CallContext<E>["signed"],
  };
  const request = readRequest(endpoint, event);
  expectRecentPassword(endpoint, caller, request.body);
  const result = await run(request, context);
  return endpoint.redirects ? redirected(result) : ok(result);
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
      return refused(new ApiError("unavailable"));
    }
    if (!(error instanceof ApiError)) {
      log("error", "failed", errorFields(error));
      return failed(requestId);
    }
    const cause = error.cause === undefined ? {} : errorFields(error);
    log(error.cause === undefined ? "info" : "warn", "refused", { code: error.code, ...cause });
    return refused(error);
  };
