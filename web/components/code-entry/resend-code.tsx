import { failureMessages } from "#shared/messages.ts";
import { OutcomeSnackbar } from "../outcome-snackbar.tsx";
import { ResendButton } from "./resend-button.tsx";
import { type SendAgain, useResend } from "./use-resend.ts";

interface ResendCodeProps {
  /** Epoch milliseconds of the last code sent; without it a code may be sent at once. */
  sentAt: number | undefined;
  send: SendAgain;
  /** The specification's notice after a resend (section 8). */
  sentMessage?: string | undefined;
}

const resendWaitSeconds = 60;

/** The way to another code, and what came of it. */
export function ResendCode({ sentAt, send, sentMessage = failureMessages.codeResent }: ResendCodeProps) {
  const { pending, outcome, resend } = useResend(send, sentMessage);
  return (
    <>
      <OutcomeSnackbar severity={outcome?.severity}>{outcome?.message}</OutcomeSnackbar>
      <ResendButton sentAt={sentAt} waitSeconds={resendWaitSeconds} pending={pending} onResend={resend} />
    </>
  );
}
