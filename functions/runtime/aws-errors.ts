/** Errors of the AWS SDK clients, after their retries. */
import { isServerError, isThrottlingError, isTransientError } from "@smithy/core/retry";

type SdkError = Parameters<typeof isTransientError>[0];

/** True for an error of an AWS service; false for an error in the portal's code. */
export const isAwsError = (error: unknown): error is SdkError =>
  error instanceof Error && ("$metadata" in error || error.name === "AbortError");

/** True if the same request may succeed later: the service failed, throttled or timed out. */
export const isServiceDown = (error: unknown): boolean =>
  isAwsError(error) &&
  (error.name === "AbortError" ||
    isThrottlingError(error) ||
    isTransientError(error) ||
    isServerError(error));
