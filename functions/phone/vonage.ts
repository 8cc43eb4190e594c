/** The Vonage SDK with the portal's endpoint and timeout. */
import { Vonage } from "@vonage/server-sdk";
import { VetchError } from "@vonage/vetch";
import { currentRequestId } from "#functions/runtime/context.ts";
import { optionalEnvironment } from "#functions/runtime/environment.ts";
import { HttpError } from "#functions/runtime/http-error.ts";

const apiHost = (): string => optionalEnvironment("VONAGE_API_URL") ?? "https://api.nexmo.com";
/** Numbers and balance. */
const restHost = (): string => optionalEnvironment("VONAGE_API_URL") ?? "https://rest.nexmo.com";

type Credentials = ConstructorParameters<typeof Vonage>[0];

/**
 * Returns a client for one API request, whose calls time out after `timeoutMs`. The SDK accepts no headers
 * but a user agent, which contains the request id. Without a private key, it looks for a file named
 * `undefined`, and Node logs a warning.
 */
export const vonageClient = (credentials: Credentials, timeoutMs: number): Vonage =>
  new Vonage(
    { privateKey: "", ...credentials },
    {
      apiHost: apiHost(),
      restHost: restHost(),
      timeout: timeoutMs,
      appendUserAgent: `request/${currentRequestId()}`,
    },
  );

/** `UND_ERR_SOCKET` is `fetch`'s own: the other side closed the connection. */
const cutOff = ["ECONNRESET", "EPIPE", "UND_ERR_SOCKET"];

/**
 * Calls again if the connection ended without a response: `fetch` keeps connections open, and they may be
 * dead after Lambda has frozen the function. Only for calls that can be made twice. Throws the first error.
 * Source: github.com/aws/aws-sdk-js-v3/issues/1196.
 */
export const onceMoreIfCutOff = <T>(call: () => Promise<T>): Promise<T> =>
  call().catch((error: unknown) => {
    if (!cutOff.includes(connectionErrorOf(error) ?? "")) throw error;
    return call().catch(() => {
      throw error;
    });
  });

/** Returns the code of a connection's error, e.g. `ECONNREFUSED`. */
function connectionErrorOf(error: unknown): string | undefined {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && "code" in cause ? String(cause.code) : undefined;
}

/** Vonage refused, failed or did not respond. Without a response the result is unknown. */
export class VonageCallError extends HttpError {
  constructor(call: string, error?: unknown) {
    super("provider_failed", { cause: new Error(`vonage ${call}: ${statusOf(error) ?? noResponse(error)}`) });
  }
}

/** Omits the message, which could contain a secret. */
function noResponse(error: unknown): string {
  if (!(error instanceof Error)) return "no answer";
  return `no answer, ${connectionErrorOf(error) ?? error.name}`;
}

/**
 * Returns an error handler that throws a Vonage error with that message for the customer, and any other error
 * unchanged.
 */
export const explainedBy =
  (message: string) =>
  (error: unknown): never => {
    if (!(error instanceof VonageCallError)) throw error;
    throw new HttpError("provider_failed", { message, cause: error.cause });
  };

export const statusOf = (error: unknown): number | undefined =>
  error instanceof VetchError ? error.response?.status : undefined;

export const vonageUrl = (path: string): string => new URL(path, apiHost()).href;
