/** The meaning of a call's error; `web/flow/use-call.ts` decides where it leads. */
import { IdentityError, isIdentityError } from "../identity/provider.ts";
import { ConnectionError } from "../net/connection-error.ts";
import { SessionOverError } from "../session/session.ts";
import { ApiError } from "./api-error.ts";

/** The sentence that a person may read about this failure, if there is one better than the general text. */
export function reasonFor(error: unknown): string | undefined {
  if (error instanceof ApiError || error instanceof ConnectionError) return error.message;
  return error instanceof IdentityError ? error.refusal : undefined;
}

/** The answer came after the end of the session that asked: it shows no message and has no effect. */
export const isSessionOver = (error: unknown): boolean =>
  error instanceof SessionOverError ||
  (error instanceof IdentityError && error.cause instanceof SessionOverError);

export const isSignedOut = (error: unknown): boolean =>
  isSessionOver(error) ||
  (error instanceof ApiError && error.status === 401) ||
  isIdentityError(error, "UserUnAuthenticatedException");

/** 403 and 409: the customer is no longer who the screen shows, such as upgraded in another tab. */
export const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.status === 403 || error.status === 409);

const later = "時間をおいて、もう一度お試しください。";

/** A failure that stays on the page: `complaint` and the next step. A signed-out visitor goes to /signin instead. */
export const failureSentence = (error: unknown, complaint: string): string | undefined =>
  error === null || isSignedOut(error) ? undefined : `${complaint}${reasonFor(error) ?? later}`;
