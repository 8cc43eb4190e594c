import { useMutation } from "@tanstack/react-query";
import { failureMessages } from "#shared/messages.ts";
import { isSignedOut, reasonFor, useSignedOutRedirect } from "#web/lib/api/failure.ts";
import { isUnderWay } from "#web/lib/api/query-client.ts";
import { identityAdvice } from "#web/lib/identity/advice.ts";

interface Outcome {
  severity: "success" | "info" | "error";
  message: string;
}

/** Resolves to the seconds until another code can be sent, when the server sent none because it had just sent one. */
export type SendAgain = () => Promise<number | undefined>;

const alreadySent = (seconds: number): string =>
  `認証コードは送信済みです。届かない場合は、${seconds}秒後に再送信してください。`;

const mutationKey = ["resend-code"];

/** Sends a code again, once at a time, and says what came of it. `sentMessage` tells where to look for the code. */
export function useResend(send: SendAgain, sentMessage: string) {
  const {
    mutate,
    isPending,
    isSuccess,
    data: secondsToWait,
    error,
  } = useMutation({ mutationKey, mutationFn: send });
  useSignedOutRedirect(error);
  const outcome = (): Outcome | undefined => {
    if (isSuccess && secondsToWait) return { severity: "info", message: alreadySent(secondsToWait) };
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
