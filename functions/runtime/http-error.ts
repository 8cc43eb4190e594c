import type { ErrorCode } from "#shared/errors.ts";

interface HttpErrorDetails {
  /** Japanese message for the customer; the error code's default message if missing. */
  message?: string;
  /** Message for each request field. */
  fields?: Record<string, string>;
  /** For `too_many_requests` and `unavailable`. */
  retryAfterSeconds?: number;
  /** Never sent to the client: the provider's code of a request that it refuses for ever. */
  permanentCode?: string;
  /** Logged, never sent to the client. */
  cause?: unknown;
}

/** A response other than 200: thrown by handlers, turned into the response by the runtime. */
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
