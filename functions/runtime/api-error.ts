import type { ErrorCode } from "../../shared/errors.ts";

interface ApiErrorDetails {
  /** Japanese, for a person; the code's own sentence when left out. */
  message?: string;
  /** Request field to the sentence shown at it. */
  fields?: Record<string, string>;
  /** For `too_many_requests` and `unavailable`. */
  retryAfterSeconds?: number;
  /** What went wrong underneath. It is logged and never shown. */
  cause?: unknown;
}

/** An answer other than 200: handlers and services throw it, the runtime turns it into the response. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly details: ApiErrorDetails;
  constructor(code: ErrorCode, details: ApiErrorDetails = {}) {
    super(code, { cause: details.cause });
    this.name = "ApiError";
    this.code = code;
    this.details = details;
  }
}
