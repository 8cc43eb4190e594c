/** What the AWS SDK's clients throw, after their own retries. */
import { isServerError, isThrottlingError, isTransientError } from "@smithy/core/retry";

type SdkError = Parameters<typeof isTransientError>[0];

/** An AWS service refused, failed or could not be reached, as opposed to a fault of our own. */
export const isAwsError = (error: unknown): error is SdkError =>
  error instanceof Error && ("$metadata" in error || error.name === "AbortError");

/** The same request may succeed later: the service failed, was too busy, or did not answer in time. */
export const isServiceDown = (error: unknown): boolean =>
  isAwsError(error) &&
  (error.name === "AbortError" ||
    isThrottlingError(error) ||
    isTransientError(error) ||
    isServerError(error));
