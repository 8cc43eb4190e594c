/** The API itself: who calls, whether that call was made before, what it does and how the answer looks. */
import { z } from "zod";
import type { ServiceRequest, ServiceResponse } from "../../emulator.ts";
import type { Match } from "../../router.ts";
import { type Account, apiVersion } from "../account.ts";
import { newId } from "../ids.ts";
import type { Run } from "./endpoint.ts";
import { parseForm } from "./form.ts";
import type { createIdempotency, Outcome } from "./idempotency.ts";
import { readParameters } from "./parameters.ts";
import { present } from "./presentation.ts";
import { failure, StripeError } from "./stripe-error.ts";

/** Throws 401 unless the request carries the account's secret key as bearer token. Source: API reference, "Authentication". */
function checkKey({ headers }: ServiceRequest, secretKey: string): void {
  if (headers.authorization === `Bearer ${secretKey}`) return;
  throw new StripeError(401, { type: "invalid_request_error", message: "Invalid API Key provided." }, true);
}

export interface ApiOptions {
  account: Account;
  secretKey: string;
  idempotency: ReturnType<typeof createIdempotency>;
  match(request: ServiceRequest): Match<Run> | undefined;
  /** Resolves when no test holds that call. */
  pass(operation: string): Promise<void>;
}

const expandSchema = z.array(z.string().min(1)).default([]);

export function createApi({ account, secretKey, idempotency, match, pass }: ApiOptions) {
  async function execute(request: ServiceRequest, requestId: string): Promise<Outcome> {
    const endpoint = match(request);
    if (endpoint) await pass(endpoint.name);
    try {
      if (!endpoint) throw unknownUrl(request);
      const { expand, ...form } = formOf(request);
      const { expand: paths } = readParameters(z.object({ expand: expandSchema }), expand ? { expand } : {});
      const object = endpoint.route(form, endpoint.parts[0] ?? "");
      return { response: respond(200, present(account, object, paths), requestId), executed: true };
    } catch (error) {
      if (error instanceof StripeError) {
        return { response: refuse(error, requestId), executed: !error.beforeExecution };
      }
      console.error("stripe emulator:", error);
      return { response: refuse(failure(500), requestId), executed: true };
    }
  }

  return {
    async handle(request: ServiceRequest): Promise<ServiceResponse> {
      const requestId = newId("req", 14);
      try {
        checkKey(request, secretKey);
        const answer = await idempotency.once(request, () => execute(request, requestId));
        return { ...answer, headers: { ...standardHeaders(requestId), ...answer.headers } };
      } catch (error) {
        if (error instanceof StripeError) return refuse(error, requestId);
        throw error;
      }
    },
    /** An injected failure. A 5xx counts as what the call ended in: its idempotency key replays it. */
    fault(status: number, request?: ServiceRequest): ServiceResponse {
      const response = refuse(failure(status), newId("req", 14));
      if (!request || status < 500) return response;
      const isKept = idempotency.overwrite(request, response);
      // A retry would get the same answer, and this header tells the SDK so.
      return isKept
        ? { ...response, headers: { ...response.headers, "stripe-should-retry": "false" } }
        : response;
    },
  };
}

/** GET and DELETE carry their parameters in the query, POST in the body. */
function formOf({ method, url, body }: ServiceRequest) {
  return parseForm(method === "POST" ? body.toString() : url.search.slice(1));
}

function respond(status: number, body: object, requestId: string): ServiceResponse {
  return { status, headers: standardHeaders(requestId), body: JSON.stringify(body, undefined, 2) };
}

const refuse = (error: StripeError, requestId: string): ServiceResponse =>
  respond(error.status, { error: error.details }, requestId);

const standardHeaders = (requestId: string) => ({
  "content-type": "application/json",
  "cache-control": "no-cache, no-store",
  "request-id": requestId,
  "stripe-version": apiVersion,
});

function unknownUrl({ method, url }: ServiceRequest): StripeError {
  return new StripeError(
    404,
    {
      type: "invalid_request_error",
      message: `Unrecognized request URL (${method}: ${url.pathname}). The local Stripe does not know this endpoint.`,
    },
    true,
  );
}
