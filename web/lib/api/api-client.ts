/** The client of the portal's API, typed by the endpoints. It does not navigate and shows no messages. */

import * as z from "zod/mini";
import type { BodyOf, Endpoint, QueryOf, ResponseOf } from "#shared/endpoints.ts";
import { type ErrorCode, errorCodes } from "#shared/errors.ts";
import { authenticationHeader } from "#shared/headers.ts";
import { currentSession } from "../identity/tokens/current-session.ts";
import { readIdToken } from "../identity/tokens/id-token.ts";
import { ConnectionError, fetchWithin } from "../net/connection-error.ts";
import { asChange } from "../net/last-change.ts";
import { session } from "../session/session.ts";
import { tabStorage } from "../storage/tab-storage.ts";
import { ApiError } from "./api-error.ts";

export { ApiError, ConnectionError };

type RequestPart<Name extends string, Value> = [Value] extends [undefined]
  ? { [K in Name]?: undefined }
  : { [K in Name]: Value };
type RequestOf<E extends Endpoint> = RequestPart<"query", QueryOf<E>> & RequestPart<"body", BodyOf<E>>;

type Query = Record<string, string | undefined>;

const timeoutMilliseconds = 30_000;
/** Milliseconds before its expiry at which a token is renewed. */
const renewalMargin = 60_000;

const isErrorCode = (code: string): code is ErrorCode => code in errorCodes;

const errorBody = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    fields: z.optional(z.record(z.string(), z.string())),
  }),
});

/** A header of every response that came through CloudFront, errors of CloudFront and AWS WAF included. */
const cloudFrontId = "x-amz-cf-id";
const proxyAuthenticationRequired = 407;
const networkAuthenticationRequired = 511;

/**
 * Whether a proxy of the customer's network responded: it returns a page of its own for blocked requests and timeouts.
 */
function isOfIntermediary({ status, headers }: Response, body: unknown): boolean {
  if (status === proxyAuthenticationRequired || status === networkAuthenticationRequired) return true;
  return !headers.has(cloudFrontId) && (typeof body !== "object" || body === null);
}

/**
 * Derives the code from the status, because API Gateway, CloudFront and AWS WAF respond with English bodies
 * of their own.
 */
function codeOfStatus(status: number): ErrorCode {
  const known = Object.entries(errorCodes).find(([, entry]) => entry.status === status)?.[0];
  if (known !== undefined && isErrorCode(known)) return known;
  if (status < 500) return "bad_request";
  return status === 500 ? "internal" : "unavailable";
}

function retryAfter(response: Response): number | undefined {
  const seconds = Number(response.headers.get("retry-after") ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds : undefined;
}

/** The function's request id, or API Gateway's if no function ran. */
const requestIdOf = ({ headers }: Response): string | undefined =>
  headers.get("x-request-id") ?? headers.get("apigw-requestid") ?? undefined;

function toApiError(response: Response, body: unknown): ApiError {
  const { status } = response;
  const sent = errorBody.safeParse(body).data?.error;
  const common = { status, retryAfterSeconds: retryAfter(response), requestId: requestIdOf(response) };
  if (!sent || !isErrorCode(sent.code)) return new ApiError({ ...common, code: codeOfStatus(status) });
  return new ApiError({ ...sent, ...common, code: sent.code });
}

/** Renews and stores the id token, and returns it with current claims. */
export async function renewIdToken(): Promise<string> {
  const renewed = await currentSession({ refresh: true });
  if (!renewed) throw new ApiError({ status: 401, code: "unauthorized" });
  tabStorage.write("idToken", renewed.idToken);
  return renewed.idToken;
}

const expiryOf = (token: string): number => (readIdToken(token)?.exp ?? 0) * 1000;

/** Returns the stored id token, renewed if it is about to expire. */
async function freshToken(): Promise<string> {
  const stored = tabStorage.read("idToken");
  if (stored === undefined) throw new ApiError({ status: 401, code: "unauthorized" });
  return expiryOf(stored) - Date.now() > renewalMargin ? stored : renewIdToken();
}

async function tokenFor({ authentication }: Endpoint): Promise<string | undefined> {
  if (authentication === "id-token") return freshToken();
  const isOptional = authentication === "optional-id-token" && tabStorage.read("idToken") !== undefined;
  // Without a token, the call counts as a signed-out visitor's.
  return isOptional ? freshToken().catch(() => undefined) : undefined;
}

/** Whether the server's clock says that the token has expired: this computer's clock is slow. */
const hasExpired = (token: string, { status, headers }: Response): boolean =>
  status === 401 && expiryOf(token) <= Date.parse(headers.get("date") ?? "");

function addressOf(endpoint: Endpoint, query: Query | undefined): string {
  const given = Object.entries(query ?? {}).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return given.length > 0 ? `${endpoint.path}?${new URLSearchParams(given)}` : endpoint.path;
}

/**
 * Calls an endpoint and returns its validated response. Throws `ApiError` for an error of the API,
 * `ConnectionError` if no response came or a proxy's, and `SessionOverError` if the endpoint takes a token
 * and the session has ended meanwhile.
 */
export function callApi<E extends Endpoint>(endpoint: E, request: RequestOf<E>): Promise<ResponseOf<E>> {
  const run = (): Promise<ResponseOf<E>> =>
    endpoint.authentication === "none"
      ? call(endpoint, request)
      : session.within((requireSession) => call(endpoint, request, requireSession));
  return endpoint.method === "POST" && !endpoint.readsOnly ? asChange(run) : run();
}

function send(
  endpoint: Endpoint,
  { query, body }: { query?: Query | undefined; body?: unknown },
  token: string | undefined,
): Promise<Response> {
  const headers = {
    "content-type": "application/json",
    ...(token !== undefined && { [authenticationHeader]: token }),
  };
  return fetchWithin(timeoutMilliseconds, addressOf(endpoint, query), {
    method: endpoint.method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

async function call<E extends Endpoint>(
  endpoint: E,
  request: RequestOf<E>,
  requireSession: () => void = () => {},
): Promise<ResponseOf<E>> {
  const token = await tokenFor(endpoint);
  let response = await send(endpoint, request, token);
  if (token !== undefined && hasExpired(token, response)) {
    requireSession();
    const renewed = await renewIdToken();
    requireSession();
    response = await send(endpoint, request, renewed);
  }
  const body: unknown = await response.json().catch(() => undefined);
  if (isOfIntermediary(response, body)) throw new ConnectionError("intermediary");
  if (!response.ok) throw toApiError(response, body);
  const schema: E["response"] = endpoint.response;
  const parsed = z.safeParse(schema, body);
  if (!parsed.success) throw new ApiError({ status: response.status, code: "internal" });
  return parsed.data;
}
