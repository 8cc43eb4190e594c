/** The outcome of one check before a deployment. */
export interface Finding {
  /** `unknown`: cannot be checked from here; the message says how to find out. */
  status: "ok" | "fix" | "unknown";
  /** What was found, or what to do. */
  sentence: string;
}

export interface Check {
  title: string;
  /** Reads only. What it throws becomes a finding that says what to do. */
  run(): Promise<Finding>;
}

export const ok = (sentence: string): Finding => ({ status: "ok", sentence });
export const fix = (sentence: string): Finding => ({ status: "fix", sentence });
export const unknown = (sentence: string): Finding => ({ status: "unknown", sentence });

/** As the AWS SDK, Stripe's and Vonage's throw them. */
interface CallError extends Error {
  code?: string;
  $metadata?: { httpStatusCode?: number };
  statusCode?: number;
  response?: { status?: number };
}

/** What to do when a check could not be made. With the error's name only: a provider's message may quote a credential. */
function adviceOn(error: unknown): string {
  const { name, code, $metadata, statusCode, response }: CallError =
    error instanceof Error ? error : new Error();
  if (name === "CredentialsProviderError")
    return "Sign in to AWS first, e.g. with aws sso login: there are no credentials.";
  const status = $metadata?.httpStatusCode ?? statusCode ?? response?.status;
  if (status === undefined)
    return `There is no answer (${code ?? name}): check this machine's connection, and run this again.`;
  if (status === 401 || status === 403) return `Use credentials that may read it: these may not (${name}).`;
  return `The answer is ${status} (${name}): run this again later.`;
}

/** The findings in the order of the checks. */
export const runChecks = (checks: readonly Check[]): Promise<(Finding & { title: string })[]> =>
  Promise.all(
    checks.map(async ({ title, run }) => ({
      title,
      ...(await run().catch((error: unknown) => fix(adviceOn(error)))),
    })),
  );
