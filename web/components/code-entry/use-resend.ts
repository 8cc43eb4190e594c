import { useMutation } from "@tanstack/react-query";
import { failureMessages } from "#shared/messages.ts";
import { isSignedOut, reasonFor, useSignedOutRedirect } from "#web/lib/api/failure.ts";
import { isUnderWay } from "#web/lib/api/query-client.ts";
import { identityAdvice } from "#web/lib/identity/advice.ts";

interface Outcome {
  severity: "success" | "error";
  message: string;
}

const mutationKey = ["resend-code"];

/** Sends a code again, once at a time, and says what came of it. `sentMessage` tells where to look for the code. */
export function useResend(send: () => Promise<void>, sentMessage: string) {
  const { mutate, isPending, isSuccess, error } = useMutation({ mutationKey, mutationFn: send });
  useSignedOutRedirect(error);
  const outcome = (): Outcome | undefined => {
    if (isSuccess) return { severity: "success", message: sentMessage };
    if (error === null || isSignedOut(error)) return undefined;
    const reason = reasonFor(error) ?? identityAdvice(error) ?? "";
    return { severity: "error", message: `${failureMessages.resendFailed}${reason}` };
  };
  return {
    pending: isPending,
    outcome: outcome(),
    resend: (): void => {
      if (!isUnderWay(mutationKey)) mutate();
    },
  };
}
