/** Reads the error of a call. `web/flow/use-call.ts` decides where the error leads. */
import { IdentityError, isIdentityError } from "../identity/provider.ts";
import { ConnectionError } from "../net/connection-error.ts";
import { SessionOverError } from "../session/session.ts";
import { ApiError } from "./api-error.ts";

/** Returns the sentence about this error for the customer. `undefined`: show a general text. */
export function reasonFor(error: unknown): string | undefined {
  if (error instanceof ApiError || error instanceof ConnectionError) return error.message;
  return error instanceof IdentityError ? error.refusal : undefined;
}

/** Whether the call's session has ended meanwhile. Such an error is not shown. */
export const isSessionOver = (error: unknown): boolean =>
  error instanceof SessionOverError ||
  (error instanceof IdentityError && error.cause instanceof SessionOverError);

export const isSignedOut = (error: unknown): boolean =>
  isSessionOver(error) ||
  (error instanceof ApiError && error.status === 401) ||
  isIdentityError(error, "UserUnAuthenticatedException");

/** 403 or 409: the customer's state has changed since the screen was loaded, such as by an upgrade in another tab. */
export const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.status === 403 || error.status === 409);

const later = "時間をおいて、もう一度お試しください。";

/**
 * Returns the message of a failed call: `complaint`, and the reason or a next step. `undefined` without an
 * error, and for signed-out visitors, who are redirected to /signin.
 */
export const failureSentence = (error: unknown, complaint: string): string | undefined =>
  error === null || isSignedOut(error) ? undefined : `${complaint}${reasonFor(error) ?? later}`;
