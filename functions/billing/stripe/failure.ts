import { failureMessages } from "../../../shared/messages.ts";
import { log } from "../../runtime/log.ts";
import { Problem } from "../../runtime/problem.ts";

/**
 * `unanswered`: whether it was done is not known, the same key finds out. `burnt`: the key answers with a failure from now
 * on, whatever was done. `refused`: not done. `busy`: not done, later perhaps.
 */
type Failure = "unanswered" | "burnt" | "refused" | "busy";

export class StripeFailed extends Problem {
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
}

/** What an answer other than 2xx means: 503 when our own key is refused, `StripeFailed` otherwise. */
export function failureOf(status: number, cause: Error, stripeCode?: string): Problem {
  if (status === 401 || status === 403) {
    log("error", "Stripe refuses our key", { setting: "STRIPE_SECRET_ID" });
    return new Problem("unavailable", { cause });
  }
  if (status === 409 || status === 429) return new StripeFailed("busy", cause, stripeCode);
  return new StripeFailed(status >= 500 || status === 0 ? "burnt" : "refused", cause, stripeCode);
}
