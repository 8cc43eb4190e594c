import { type ErrorCode, errorCodes } from "#shared/errors.ts";

interface ApiErrorDetails {
  status: number;
  code: ErrorCode;
  message?: string | undefined;
  fields?: Record<string, string> | undefined;
  retryAfterSeconds?: number | undefined;
  requestId?: string | undefined;
}

/** An error response of the API. `message` can be shown to customers; `fields` has a message for each invalid field. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  readonly code: ErrorCode;
  readonly fields: Record<string, string> | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** The id to search the logs for. */
  readonly requestId: string | undefined;

  constructor({ status, code, message, fields, retryAfterSeconds, requestId }: ApiErrorDetails) {
    super(message ?? errorCodes[code].message);
    this.status = status;
    this.code = code;
    this.fields = fields;
    this.retryAfterSeconds = retryAfterSeconds;
    this.requestId = requestId;
  }
}
