import { isSignedOut, reasonFor, useSignedOutRedirect } from "./failure.ts";

const later = "少し時間をおいて、もう一度お試しください。";

/**
 * What is said about a failure that leaves the person where they are: `complaint`, and what to do. Only whoever is signed out
 * goes to /signin.
 */
export function useFailureSentence(error: unknown, complaint: string): string | undefined {
  useSignedOutRedirect(error);
  return error === null || isSignedOut(error) ? undefined : `${complaint}${reasonFor(error) ?? later}`;
}
