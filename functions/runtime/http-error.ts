import type { ErrorCode } from "#shared/errors.ts";

interface HttpErrorDetails {
  /** Japanese message for the customer; the error code's default message if missing. */
  message?: string;
  /** Message for each request field. */
  fields?: Record<string, string>;
  /** For `too_many_requests` and `unavailable`. */
  retryAfterSeconds?: number;
  /** The provider's code for a request that can never succeed. Never sent to the client. */
  permanentCode?: string;
  /** Logged, never sent to the client. */
  cause?: unknown;
}

/** An error response: handlers throw it, and the runtime returns it. */
export class HttpError extends Error {
  readonly code: ErrorCode;
  readonly details: HttpErrorDetails;
  constructor(code: ErrorCode, details: HttpErrorDetails = {}) {
    super(code, { cause: details.cause });
    this.name = "HttpError";
    this.code = code;
    this.details = details;
  }
}
