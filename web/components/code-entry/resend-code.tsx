import { failureMessages } from "../../../shared/messages.ts";
import { Notice } from "../notice.tsx";
import { ResendButton } from "./resend-button.tsx";
import { useResend } from "./use-resend.ts";

interface ResendCodeProps {
  /** Epoch milliseconds of the last code sent; without it a code may be sent at once. */
  sentAt: number | undefined;
  send: () => Promise<void>;
  /** The specification's notice after a resend (section 8). */
  sentMessage?: string | undefined;
}

const resendWaitSeconds = 60;

/** The way to another code, and what came of it. */
export function ResendCode({ sentAt, send, sentMessage = failureMessages.codeResent }: ResendCodeProps) {
  const { pending, outcome, resend } = useResend(send, sentMessage);
  return (
    <>
      {outcome && <Notice severity={outcome.severity}>{outcome.message}</Notice>}
      <ResendButton
        sentAt={sentAt}
        waitSeconds={resendWaitSeconds}
        pending={pending}
        onResend={() => void resend()}
      />
    </>
  );
}
