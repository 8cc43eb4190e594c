import { useRef, useState } from "react";
import { failureMessages } from "../../../shared/messages.ts";
import { isSignedOut, reasonFor, useFailureRedirect } from "../../lib/api/failure.ts";
import { identityAdvice } from "../../lib/identity/advice.ts";

interface Outcome {
  severity: "success" | "error";
  message: string;
}

/** Sends a code again, once at a time, and says what came of it. `sentMessage` tells where to look for the code. */
export function useResend(send: () => Promise<void>, sentMessage: string) {
  const redirect = useFailureRedirect();
  const [pending, setPending] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();
  const sending = useRef(false);
  const resend = async (): Promise<void> => {
    if (sending.current) return;
    sending.current = true;
    setPending(true);
    setOutcome(undefined);
    try {
      await send();
      setOutcome({ severity: "success", message: sentMessage });
    } catch (error) {
      if (isSignedOut(error)) return redirect(error);
      const reason = reasonFor(error) ?? identityAdvice(error) ?? "";
      setOutcome({ severity: "error", message: `${failureMessages.resendFailed}${reason}` });
    } finally {
      sending.current = false;
      setPending(false);
    }
  };
  return { pending, outcome, resend };
}
