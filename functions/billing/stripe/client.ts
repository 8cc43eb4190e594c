/**
 * The Stripe SDK over the portal's HTTP client, which ends each call before the request's deadline. SDK
 * errors become `StripeCallError`.
 */
import Stripe from "stripe";
import { send } from "#functions/platform/http.ts";
import { readStripeCredentials } from "#functions/platform/secrets.ts";
import { optionalEnvironment } from "#functions/runtime/environment.ts";
import { HttpError } from "#functions/runtime/http-error.ts";
import { log } from "#functions/runtime/log.ts";
import { StripeCallError } from "./call-error.ts";

/** Two attempts with the same idempotency key fit into the deadline of a request. */
const timeoutMs = 3500;
const retries = 1;

/** Calls Stripe. Throws `StripeCallError`, or 503 if the key is missing or wrong. */
export async function callStripe<T>(ask: (stripe: Stripe) => Promise<T>): Promise<T> {
  const { secretKey } = await readStripeCredentials();
  try {
    return await ask(clientFor(secretKey));
  } catch (error) {
    throw asFailure(error);
  }
}

let client: { secretKey: string; stripe: Stripe } | undefined;

function clientFor(secretKey: string): Stripe {
  if (client?.secretKey === secretKey) return client.stripe;
  const stripe = new Stripe(secretKey, {
    ...originOf(optionalEnvironment("STRIPE_API_URL")),
    httpClient,
    timeout: timeoutMs,
    maxNetworkRetries: retries,
    telemetry: false,
  });
  client = { secretKey, stripe };
  return stripe;
}

function originOf(origin: string | undefined): Stripe.StripeConfig {
  if (origin === undefined) return {};
  const { hostname, port, protocol } = new URL(origin);
  return { host: hostname, port, protocol: protocol === "http:" ? "http" : "https" };
}

const httpClient: NonNullable<Stripe.StripeConfig["httpClient"]> = {
  getClientName: () => "portal",
  async makeRequest(host, port, path, method, headers, body, protocol, timeout) {
    const url = new URL(`${protocol}://${host}:${port}${path}`);
    const response = await send({
      method: method === "POST" || method === "DELETE" ? method : "GET",
      url,
      headers: textHeaders(headers),
      body,
      timeoutMs: timeout,
      reuseConnection: true,
    });
    return {
      getStatusCode: () => response.status,
      getHeaders: () => textHeaders(response.headers),
      getRawResponse: () => response,
      toStream: () => undefined,
      toJSON: async () => JSON.parse(response.text),
    };
  },
};

/** Omits the length, which `send` computes. */
const textHeaders = (headers: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || value === null || name.toLowerCase() === "content-length"
        ? []
        : [[name.toLowerCase(), String(value)]],
    ),
  );

function asFailure(error: unknown): unknown {
  const { errors } = Stripe;
  if (!(error instanceof errors.StripeError)) return error;
  const { statusCode = 0, code } = error;
  // Stripe's messages may quote the input.
  const cause = new Error(`stripe: ${error.type} ${statusCode} ${code ?? ""} ${error.requestId ?? ""}`);
  if (error instanceof errors.StripeConnectionError) return new StripeCallError("unanswered", cause);
  if (error instanceof errors.StripeIdempotencyError && statusCode !== 409)
    return new StripeCallError("key_consumed", cause, code);
  if (statusCode === 401 || statusCode === 403) {
    // 401: the key is wrong, expired or rolled. 403: it lacks a permission.
    log("error", "Stripe refuses our key", { setting: "STRIPE_SECRET_ID", status: statusCode, code });
    return new HttpError("unavailable", { cause });
  }
  if (statusCode === 409 || statusCode === 429) return new StripeCallError("busy", cause, code);
  if (statusCode >= 500 || statusCode === 0) return new StripeCallError("key_consumed", cause, code);
  return new StripeCallError("refused", cause, code, invalidParameterOf(error));
}

/**
 * Returns e.g. `email_invalid: email` for a request with a parameter that Stripe can never accept. Undefined
 * for a refusal that depends on Stripe's state, such as too small a balance for a refund, and for an object
 * that the key does not know: it may be the wrong key. Source: API reference, "Errors".
 */
function invalidParameterOf({
  type,
  statusCode,
  code,
  param,
}: Stripe.errors.StripeError): string | undefined {
  if (type !== "StripeInvalidRequestError" || statusCode !== 400) return undefined;
  return param === undefined || code === "resource_missing" ? undefined : `${code ?? "invalid"}: ${param}`;
}

/** Returns the URL if it is a page of Stripe's, or of the configured `STRIPE_API_URL`; otherwise null. */
export function stripePage(address: string | null | undefined): string | null {
  const url = URL.parse(address ?? "");
  if (url === null) return null;
  const isStripes =
    url.protocol === "https:" && (url.hostname === "stripe.com" || url.hostname.endsWith(".stripe.com"));
  const configured = URL.parse(optionalEnvironment("STRIPE_API_URL") ?? "")?.origin;
  return isStripes || url.origin === configured ? url.href : null;
}

/** `seconds`: since the epoch, as Stripe counts. */
export const toIsoTime = (seconds: number): string => new Date(seconds * 1000).toISOString();

export const toIsoTimeIfAny = (seconds: number | null | undefined): string | undefined =>
  seconds === null || seconds === undefined ? undefined : toIsoTime(seconds);

/** Returns the id of an expandable field, expanded or not. */
export const idOf = (reference: string | { id: string } | null | undefined): string | null =>
  typeof reference === "string" ? reference : (reference?.id ?? null);

const pageLimit = 100;

/**
 * Returns the parameters of a list's page after that object, or of the first page. Source: Stripe API
 * reference, "Pagination".
 */
export const pageAfter = (after: string | undefined) => ({
  limit: pageLimit,
  ...(after !== undefined && { starting_after: after }),
});

/** Returns the object after which the next page begins; undefined for the last page. */
export const nextPage = ({ data, has_more }: { data: { id: string }[]; has_more: boolean }) =>
  has_more ? data.at(-1)?.id : undefined;
