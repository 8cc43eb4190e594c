/** The Vonage SDK with our credentials, endpoint and timeout. */
import { Vonage } from "@vonage/server-sdk";
import { VetchError } from "@vonage/vetch";
import { optionalEnvironment } from "#functions/runtime/environment.ts";
import { currentRequestId } from "#functions/runtime/log.ts";

const apiHost = (): string => optionalEnvironment("VONAGE_API_URL") ?? "https://api.nexmo.com";
/** Numbers and balance. */
const restHost = (): string => optionalEnvironment("VONAGE_API_URL") ?? "https://rest.nexmo.com";

type Credentials = ConstructorParameters<typeof Vonage>[0];

/**
 * A client for one request, whose calls time out after `timeoutMs`. The SDK takes no headers, but a user agent. Without a private key
 * it asks whether the file `undefined` exists, of which Node warns in the log.
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

/** Vonage refused, failed or did not respond. Without a response the result is unknown. */
export class VonageCallError extends Error {
  /** HTTP status; undefined without a response. */
  readonly status: number | undefined;
  constructor(call: string, cause?: unknown) {
    const status = statusOf(cause);
    super(`${call}: ${status ?? "no answer"}`);
    this.name = "VonageCallError";
    this.status = status;
  }
}

export const statusOf = (error: unknown): number | undefined =>
  error instanceof VetchError ? error.response?.status : undefined;

export const vonageUrl = (path: string): string => new URL(path, apiHost()).href;
