import { useCallback, useState } from "react";
import { isSignedOut, reasonFor, useFailureRedirect } from "./failure.ts";

const later = "少し時間をおいて、もう一度お試しください。";

/** A failure that leaves the person where they are, with a sentence of its own (`say`) or the usual one; only whoever is signed out goes to /signin. */
export function useFailureNotice() {
  const redirect = useFailureRedirect();
  const [failure, setFailure] = useState<string>();
  const forget = useCallback(() => setFailure(undefined), []);
  const fail = useCallback(
    (complaint: string, error: unknown): void => {
      if (isSignedOut(error)) redirect(error);
      else setFailure(`${complaint}${reasonFor(error) ?? later}`);
    },
    [redirect],
  );
  return { failure, forget, fail, say: setFailure };
}
