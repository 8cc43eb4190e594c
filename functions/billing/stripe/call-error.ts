import { HttpError } from "#functions/runtime/http-error.ts";
import { failureMessages } from "#shared/messages.ts";

/**
 * `unanswered`: not known whether it was done; a retry with the same idempotency key finds out. `key_consumed`: Stripe repeats
 * this error for the key from now on, whether or not it was done. `refused`: not done. `busy`: not done, retry later.
 */
type Failure = "unanswered" | "key_consumed" | "refused" | "busy";

export class StripeCallError extends HttpError {
  readonly failure: Failure;
  /** Stripe's code, e.g. `resource_missing`. */
  readonly stripeCode: string | undefined;
  /** `permanentCode`: of a refusal that names the parameter at fault. */
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

/** Stripe's failure of a call; undefined once it is done. Throws any other error. */
export async function stripeFailureOf(work: Promise<unknown>): Promise<StripeCallError | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    if (error instanceof StripeCallError) return error;
    throw error;
  }
}

/** The same of a refusal. Throws any other failure. */
async function refusalOf(work: Promise<unknown>): Promise<StripeCallError | undefined> {
  const failure = await stripeFailureOf(work);
  if (failure && failure.failure !== "refused") throw failure;
  return failure;
}

/** For a call that Stripe refuses once it was done, or has nothing left to do: any other refusal is thrown, so that the caller tries again. */
export async function ignoreRefusalIfDone(
  work: Promise<unknown>,
  isDone: (refusal: StripeCallError) => boolean | Promise<boolean>,
): Promise<void> {
  const refusal = await refusalOf(work);
  if (refusal && !(await isDone(refusal))) throw refusal;
}

/** True if the call succeeded, false if Stripe refused it, e.g. because it was done before. */
export const isAccepted = async (work: Promise<unknown>): Promise<boolean> =>
  (await refusalOf(work)) === undefined;
