/**
 * Permanent errors: a retry with the same data fails again, because a provider or a row's schema rejects the
 * data.
 */
// Not from `zod/mini`, whose namespace would add all of its messages: 320 kB.
import { $ZodError } from "zod/v4/core";
import { isAwsError } from "./aws-errors.ts";
import { HttpError } from "./http-error.ts";

/**
 * AWS's errors for an invalid request. Sources: Cognito's, SES's (v2), DynamoDB's and KMS's API references.
 * Not SES's `MessageRejected`: SES also returns it for an unverified sender and in the sandbox.
 */
const invalidRequests = new Set([
  "BadRequestException",
  "InvalidCiphertextException",
  "InvalidParameterException",
  "ValidationException",
]);

/**
 * Returns the code of a permanent error: the provider's code or the error's name, never a value. Undefined
 * for an error that may pass: throttling, an outage, no response, a missing permission or setting.
 */
export function permanentCodeOf(error: unknown): string | undefined {
  if (error instanceof $ZodError) return "ZodError";
  if (error instanceof HttpError) return error.details.permanentCode;
  return isAwsError(error) && invalidRequests.has(error.name) ? error.name : undefined;
}

/**
 * Returns the names and codes of an error and its cause, e.g. `HttpError provider_failed, Error
 * lock_timeout`, to store in a row. Omits messages, which may quote personal data.
 */
export const errorCodeOf = (error: unknown): string =>
  permanentCodeOf(error) ??
  [error, ...(error instanceof Error ? [error.cause] : [])].flatMap(codeOf).join(", ");

function codeOf(error: unknown): string[] {
  if (!(error instanceof Error)) return error === undefined ? [] : [typeof error];
  const code = "code" in error && typeof error.code === "string" ? [error.code] : [];
  return [[error.name, ...code].join(" ")];
}
