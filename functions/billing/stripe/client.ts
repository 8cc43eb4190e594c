/**
 * The Stripe SDK over our HTTP client, which ends each call before the request's deadline. SDK errors become
 * `StripeCallError`.
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

/** Throws `StripeCallError`, or 503 when our own credentials are missing or wrong. */
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

/** `send` counts the body itself. */
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
  // Stripe's messages may quote what was sent.
  const cause = new Error(`stripe: ${error.type} ${statusCode} ${code ?? ""} ${error.requestId ?? ""}`);
  if (error instanceof errors.StripeConnectionError) return new StripeCallError("unanswered", cause);
  if (error instanceof errors.StripeIdempotencyError && statusCode !== 409)
    return new StripeCallError("key_consumed", cause, code);
  if (statusCode === 401 || statusCode === 403) {
    // 401: it is wrong, expired or rolled. 403: it lacks a permission.
    log("error", "Stripe refuses our key", { setting: "STRIPE_SECRET_ID", status: statusCode, code });
    return new HttpError("unavailable", { cause });
  }
  if (statusCode === 409 || statusCode === 429) return new StripeCallError("busy", cause, code);
  if (statusCode >= 500 || statusCode === 0) return new StripeCallError("key_consumed", cause, code);
  return new StripeCallError("refused", cause, code, invalidParameterOf(error));
}

/**
 * `email_invalid: email`, of a request with a parameter that Stripe can never take. Undefined for a refusal that depends on the state
 * at Stripe, such as too small a balance for a refund, and for an object that our key does not know: that may be the wrong key.
 * Source: API reference, "Errors".
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

/** The address if it is one of Stripe's own pages, or of the Stripe that the functions are pointed at; else null. */
export function stripePage(address: string | null | undefined): string | null {
  const url = URL.parse(address ?? "");
  if (url === null) return null;
  const isStripes =
    url.protocol === "https:" && (url.hostname === "stripe.com" || url.hostname.endsWith(".stripe.com"));
  const configured = URL.parse(optionalEnvironment("STRIPE_API_URL") ?? "")?.origin;
  return isStripes || url.origin === configured ? url.href : null;
}

/** `seconds` since the epoch, as Stripe counts. */
export const toIsoTime = (seconds: number): string => new Date(seconds * 1000).toISOString();

export const toIsoTimeIfAny = (seconds: number | null | undefined): string | undefined =>
  seconds === null || seconds === undefined ? undefined : toIsoTime(seconds);

/** Returns the id of an expandable field, expanded or not. */
export const idOf = (reference: string | { id: string } | null | undefined): string | null =>
  typeof reference === "string" ? reference : (reference?.id ?? null);
