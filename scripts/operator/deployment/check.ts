/** The outcome of one check before a deployment. */
export interface Finding {
  /** `unknown`: cannot be checked from here; the message says how to find out. */
  status: "ok" | "fix" | "unknown";
  /** What was found, or what to do. */
  sentence: string;
}

export interface Check {
  title: string;
  /** Reads only. A thrown error becomes an `unknown` finding. */
  run(): Promise<Finding>;
}

export const ok = (sentence: string): Finding => ({ status: "ok", sentence });
export const fix = (sentence: string): Finding => ({ status: "fix", sentence });
export const unknown = (sentence: string): Finding => ({ status: "unknown", sentence });

/** The error's name only: a provider's message may quote a credential. */
const reasonOf = (error: unknown): string => (error instanceof Error ? error.name : "no answer");

/** The findings in the order of the checks. */
export const runChecks = (checks: readonly Check[]): Promise<(Finding & { title: string })[]> =>
  Promise.all(
    checks.map(async ({ title, run }) => ({
      title,
      ...(await run().catch((error: unknown) => unknown(`It cannot be read (${reasonOf(error)}).`))),
    })),
  );
