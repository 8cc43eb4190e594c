import { type ErrorCode, errorCodes } from "#shared/errors.ts";

interface ApiErrorDetails {
  status: number;
  code: ErrorCode;
  message?: string | undefined;
  fields?: Record<string, string> | undefined;
  retryAfterSeconds?: number | undefined;
  requestId?: string | undefined;
}

/** The API answered, but not with 200. `message` may be shown; `fields` belongs at the form's fields. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  readonly code: ErrorCode;
  readonly fields: Record<string, string> | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** By which our logs can be searched. */
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
