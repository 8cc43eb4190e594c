import { ApiError } from "#functions/runtime/api-error.ts";
import { log } from "#functions/runtime/log.ts";
import { failureMessages } from "#shared/messages.ts";

/**
 * `unanswered`: not known whether it was done; a retry with the same idempotency key finds out. `key_consumed`: Stripe repeats
 * this error for the key from now on, whether or not it was done. `refused`: not done. `busy`: not done, retry later.
 */
type Failure = "unanswered" | "key_consumed" | "refused" | "busy";

export class StripeCallError extends ApiError {
  readonly failure: Failure;
  /** Stripe's code, e.g. `resource_missing`. */
  readonly stripeCode: string | undefined;
  constructor(failure: Failure, cause: Error, stripeCode?: string) {
    super(failure === "busy" ? "unavailable" : "provider_failed", {
      cause,
      ...(failure === "refused" && { message: failureMessages.stripeRefused }),
    });
    this.failure = failure;
    this.stripeCode = stripeCode;
  }

  /** Another request has this idempotency key or a lock on the object. Source: API reference, error codes. */
  get isInUse(): boolean {
    return this.stripeCode === "idempotency_key_in_use" || this.stripeCode === "lock_timeout";
  }
}

/** Maps a response other than 2xx: 503 if our API key is refused, `StripeCallError` otherwise. */
export function failureOf(status: number, cause: Error, stripeCode?: string): ApiError {
  if (status === 401 || status === 403) {
    log("error", "Stripe refuses our key", { setting: "STRIPE_SECRET_ID" });
    return new ApiError("unavailable", { cause });
  }
  if (status === 409 || status === 429) return new StripeCallError("busy", cause, stripeCode);
  return new StripeCallError(status >= 500 || status === 0 ? "key_consumed" : "refused", cause, stripeCode);
}

/** For a call that Stripe refuses once it was done, or has nothing left to do: any other refusal is thrown, so that the caller tries again. */
export async function unlessDone(
  work: Promise<unknown>,
  isDone: (refusal: StripeCallError) => boolean | Promise<boolean>,
): Promise<void> {
  try {
    await work;
  } catch (error) {
    const refusal = error instanceof StripeCallError && error.failure === "refused" ? error : undefined;
    if (refusal === undefined || !(await isDone(refusal))) throw error;
  }
}

/** True if the call succeeded, false if Stripe refused it, e.g. because it was done before. */
export async function isAccepted(work: Promise<unknown>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if (error instanceof StripeCallError && error.failure === "refused") return false;
    throw error;
  }
}
