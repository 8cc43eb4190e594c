import { useRef, useState } from "react";
import { reasonFor } from "../../../lib/failure.ts";
import { resendSignUpCode } from "../../../lib/identity/sign-up.ts";
import type { DraftStore } from "../use-draft.ts";

interface Outcome {
  severity: "success" | "error";
  message: string;
}

/** Sends the e-mail code again; the one before it is of no use from then on. */
export function useResendCode({ draft, save }: DraftStore) {
  const [pending, setPending] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();
  const sending = useRef(false);
  const resend = async (): Promise<void> => {
    if (sending.current) return;
    sending.current = true;
    setPending(true);
    setOutcome(undefined);
    try {
      await resendSignUpCode(draft.userId ?? "");
      save((current) => ({ ...current, codeSentAt: Date.now() }));
      setOutcome({ severity: "success", message: "認証コードを再送信しました。メールをご確認ください。" });
    } catch (error) {
      setOutcome({ severity: "error", message: `再送信に失敗しました。${reasonFor(error) ?? ""}` });
    } finally {
      sending.current = false;
      setPending(false);
    }
  };
  return { pending, outcome, resend };
}
