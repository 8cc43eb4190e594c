/** Stripe's error objects. Source: API reference, "Errors" and "Error codes". */

export interface ErrorDetails {
  type: "invalid_request_error" | "api_error" | "card_error" | "idempotency_error";
  message: string;
  code?: string;
  decline_code?: string;
  param?: string;
}

export class StripeError extends Error {
  readonly status: number;
  readonly details: ErrorDetails;
  /** Refused before anything ran: such answers are not kept under an idempotency key. */
  readonly beforeExecution: boolean;
  constructor(status: number, details: ErrorDetails, beforeExecution = false) {
    super(details.message);
    this.status = status;
    this.details = details;
    this.beforeExecution = beforeExecution;
  }
}

/** 400 `invalid_request_error`. */
export function invalidRequest(message: string, more: { code?: string; param?: string } = {}): StripeError {
  return new StripeError(400, { type: "invalid_request_error", message, ...more });
}

/** 404 for the resource in the path (`param` undefined), 400 for one that a parameter names. */
export function resourceMissing(label: string, id: string, param?: string): StripeError {
  return new StripeError(param === undefined ? 404 : 400, {
    type: "invalid_request_error",
    code: "resource_missing",
    message: `No such ${label}: '${id}'`,
    param: param ?? "id",
  });
}

export function cardDeclined(): StripeError {
  return new StripeError(402, {
    type: "card_error",
    code: "card_declined",
    decline_code: "generic_decline",
    message: "Your card was declined.",
  });
}

/** Stripe's answer to an injected fault. */
export function failure(status: number): StripeError {
  if (status === 402) return cardDeclined();
  const type = status >= 500 ? "api_error" : "invalid_request_error";
  const code = codes[status];
  return new StripeError(status, { type, message: "Injected fault", ...(code && { code }) });
}

const codes: Partial<Record<number, string>> = { 409: "lock_timeout", 429: "rate_limit" };
