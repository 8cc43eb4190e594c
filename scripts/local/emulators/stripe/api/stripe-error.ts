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

/** Stripe's answer when it fails as a whole; `status` is the injected fault's. */
export function failure(status: number): StripeError {
  const details = failures[status] ?? {
    type: "api_error",
    message: "An unknown error occurred. Try again, or contact support if it persists.",
  };
  return new StripeError(status, details, status < 500);
}

const failures: Record<number, ErrorDetails> = {
  400: { type: "invalid_request_error", message: "The request was unacceptable." },
  401: { type: "invalid_request_error", message: "Invalid API Key provided." },
  402: cardDeclined().details,
  403: {
    type: "invalid_request_error",
    message: "The provided key does not have the required permissions for this endpoint.",
  },
  409: {
    type: "invalid_request_error",
    code: "lock_timeout",
    message:
      "This object cannot be accessed right now because another API request or Stripe process is currently accessing it.",
  },
  429: {
    type: "invalid_request_error",
    code: "rate_limit",
    message:
      "Request rate limit exceeded. Learn more about rate limits here https://stripe.com/docs/rate-limits.",
  },
};

export function errorBody({ details }: StripeError): Record<string, unknown> {
  const docs = details.code && {
    doc_url: `https://stripe.com/docs/error-codes/${details.code.replaceAll("_", "-")}`,
  };
  return { error: { ...details, ...docs } };
}
