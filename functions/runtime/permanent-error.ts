/** Errors with which the same work fails for ever: a provider, or our own schema, says that the data is invalid. */
// The namespace of `zod/mini` would bring all of its messages along: 320 kB.
import { $ZodError } from "zod/v4/core";
import { isAwsError } from "./aws-errors.ts";
import { HttpError } from "./http-error.ts";

/**
 * AWS's errors for an invalid request. Sources: Cognito's, SES's (v2), DynamoDB's and KMS's API references. SES's `MessageRejected` is
 * none of them: it also says that the sender's identity is not verified, or that the account is in the sandbox.
 */
const invalidRequests = new Set([
  "BadRequestException",
  "InvalidCiphertextException",
  "InvalidParameterException",
  "ValidationException",
]);

/**
 * The code of a permanent error: the provider's, or the error's name, and never a value. Undefined for an error that may pass:
 * throttling, a failure of the service, no answer, a missing right or setting.
 */
export function permanentCodeOf(error: unknown): string | undefined {
  if (error instanceof $ZodError) return "ZodError";
  if (error instanceof HttpError) return error.details.permanentCode;
  return isAwsError(error) && invalidRequests.has(error.name) ? error.name : undefined;
}

/**
 * Names and codes of an error and its cause, such as `HttpError provider_failed, Error lock_timeout`, for a row. Never a message, which
 * may quote a person's data.
 */
export const errorCodeOf = (error: unknown): string =>
  permanentCodeOf(error) ??
  [error, ...(error instanceof Error ? [error.cause] : [])].flatMap(codeOf).join(", ");

function codeOf(error: unknown): string[] {
  if (!(error instanceof Error)) return error === undefined ? [] : [typeof error];
  const code = "code" in error && typeof error.code === "string" ? [error.code] : [];
  return [[error.name, ...code].join(" ")];
}
