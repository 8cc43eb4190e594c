import { HttpError } from "#functions/runtime/http-error.ts";
import { failureMessages } from "#shared/messages.ts";

/**
 * `unanswered`: the result is unknown; a retry with the same idempotency key finds out. `key_consumed`:
 * Stripe repeats this error for the key from now on, whether or not the call was done. `refused`: not done.
 * `busy`: not done, retry later.
 */
type Failure = "unanswered" | "key_consumed" | "refused" | "busy";

export class StripeCallError extends HttpError {
  readonly failure: Failure;
  /** Stripe's code, e.g. `resource_missing`. */
  readonly stripeCode: string | undefined;
  /** `permanentCode`: names the parameter that Stripe refuses. */
  constructor(failure: Failure, cause: Error, stripeCode?: string, permanentCode?: string) {
    super(failure === "busy" ? "unavailable" : "provider_failed", {
      cause,
      ...(failure === "refused" && { message: failureMessages.stripeRefused }),
      ...(permanentCode !== undefined && { permanentCode }),
    });
    this.failure = failure;
    this.stripeCode = stripeCode;
  }

  /** Another request has this idempotency key or a lock on the object. Source: API reference, error codes. */
  get isInUse(): boolean {
    return this.stripeCode === "idempotency_key_in_use" || this.stripeCode === "lock_timeout";
  }
}

/** Returns the call's `StripeCallError`; undefined on success. Throws any other error. */
export async function stripeFailureOf(work: Promise<unknown>): Promise<StripeCallError | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    if (error instanceof StripeCallError) return error;
    throw error;
  }
}

/** Returns the call's refusal; undefined on success. Throws any other failure. */
async function refusalOf(work: Promise<unknown>): Promise<StripeCallError | undefined> {
  const failure = await stripeFailureOf(work);
  if (failure && failure.failure !== "refused") throw failure;
  return failure;
}

/**
 * Ignores the refusal of a call that was done before or has nothing left to do. Throws any other refusal, so
 * that the caller tries again.
 */
export async function ignoreRefusalIfDone(
  work: Promise<unknown>,
  isDone: (refusal: StripeCallError) => boolean | Promise<boolean>,
): Promise<void> {
  const refusal = await refusalOf(work);
  if (refusal && !(await isDone(refusal))) throw refusal;
}

/** Returns true if the call succeeded, false if Stripe refused it, e.g. because it was done before. */
export const isAccepted = async (work: Promise<unknown>): Promise<boolean> =>
  (await refusalOf(work)) === undefined;
