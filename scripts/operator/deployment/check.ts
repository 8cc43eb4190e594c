import Stripe from "stripe";
import { CommandRefused } from "../command.ts";

/** The outcome of one check before a deployment. */
export interface Finding {
  /**
   * `warning`: stops no deployment. `unknown`: cannot be checked from here; the message says how to find out.
   * `accepted`: to be fixed, and deployed all the same.
   */
  status: "ok" | "fix" | "warning" | "unknown" | "accepted";
  /** The finding, or the next step. */
  sentence: string;
}

export interface NamedFinding extends Finding {
  title: string;
  /** The operator's, to accept it. */
  reason?: string;
}

export interface Check {
  title: string;
  /** Reads only. An error becomes a finding with the next step. */
  run(): Promise<Finding>;
}

export const ok = (sentence: string): Finding => ({ status: "ok", sentence });
export const fix = (sentence: string): Finding => ({ status: "fix", sentence });
export const warning = (sentence: string): Finding => ({ status: "warning", sentence });
export const unknown = (sentence: string): Finding => ({ status: "unknown", sentence });

/** As the AWS SDK, Stripe's and Vonage's throw them. */
interface CallError extends Error {
  code?: string;
  $metadata?: { httpStatusCode?: number };
  statusCode?: number;
  response?: { status?: number };
  /** Stripe's for a call without an answer. */
  detail?: { code?: string };
}

/** Refusals of credentials to which AWS gives status 400. */
const credentials =
  /^(ExpiredToken|UnrecognizedClient|InvalidClientTokenId|InvalidSignature|SignatureDoesNotMatch)/;
/** Throttling errors to which AWS gives status 400. */
const tooMany = /Throttl|TooManyRequests|RequestLimitExceeded|LimitExceeded/;

const statusOf = ({ $metadata, statusCode, response }: CallError): number | undefined =>
  $metadata?.httpStatusCode ?? statusCode ?? response?.status;

/** The next step after a failed call. With the error's name only: a provider's message may quote a credential. */
export function adviceOn(error: unknown): string {
  const { name } = error instanceof Error ? error : new Error();
  if (name === "CredentialsProviderError")
    return "Sign in to AWS first, e.g. with aws sso login: there are no credentials.";
  const status = error instanceof Error ? statusOf(error) : undefined;
  if (status === undefined) {
    const code = codeOf(error);
    return `There is no answer${code ? ` (${code})` : ""}: check this machine's connection, and run this again.`;
  }
  if (status === 401 || status === 403 || credentials.test(name))
    return `Use credentials that may read it: these may not (${name}).`;
  if (status >= 500 || status === 429 || tooMany.test(name))
    return `The answer is ${status} (${name}): run this again later.`;
  return `The request is refused with ${status} (${name}): correct the setting or the value that this line is about.`;
}

/** The system's, e.g. `ENOTFOUND`: of the error, or of what caused it, as `fetch` throws it. */
function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, detail, cause }: CallError = error;
  const own = [code, detail?.code].find((each) => each !== undefined && /^[A-Z][A-Z_]+$/.test(each));
  return own ?? codeOf(cause);
}

/** Throws a provider's refusal or silence as one sentence, and a fault of ours as it is. */
export function refuseCall(error: unknown): never {
  if (!isCallError(error)) throw error;
  const who = error instanceof Stripe.errors.StripeError ? "Stripe" : "AWS";
  throw new CommandRefused(`${who}: ${adviceOn(error)}`, { cause: error });
}

const isCallError = (error: unknown): boolean =>
  error instanceof Error &&
  (statusOf(error) !== undefined || error.name === "CredentialsProviderError" || codeOf(error) !== undefined);

/** The findings in the order of the checks. */
export const runChecks = (checks: readonly Check[]): Promise<NamedFinding[]> =>
  Promise.all(
    checks.map(async ({ title, run }) => ({
      title,
      ...(await run().catch((error: unknown) => fix(adviceOn(error)))),
    })),
  );
