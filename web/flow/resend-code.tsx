import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { failureMessages } from "#shared/messages.ts";
import { OutcomeSnackbar } from "#web/components/outcome-snackbar.tsx";
import { isSignedOut, reasonFor } from "#web/lib/api/failure.ts";
import { isUnderWay } from "#web/lib/api/query-client.ts";
import { identityAdvice } from "#web/lib/identity/advice.ts";

const waitSeconds = 60;

const secondsLeft = (sentAt: number | undefined): number =>
  sentAt === undefined
    ? 0
    : // A clock that was put back must not keep a person waiting for longer than the wait itself.
      Math.min(waitSeconds, Math.max(0, Math.ceil((sentAt - Date.now()) / 1000) + waitSeconds));

function useCountdown(sentAt: number | undefined): number {
  const [left, setLeft] = useState(() => secondsLeft(sentAt));
  useEffect(() => {
    const tick = () => setLeft(secondsLeft(sentAt));
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [sentAt]);
  return left;
}

/** Resolves to the seconds until another code can be sent, when the server sent none because it had just sent one. */
export type SendAgain = () => Promise<number | undefined>;

interface Outcome {
  severity: "success" | "info" | "error";
  message: string;
}

const alreadySent = (seconds: number): string =>
  `認証コードは送信済みです。届かない場合は、${seconds}秒後に再送信してください。`;

const mutationKey = ["resend-code"];

/** Sends a code again, once at a time, and says what came of it. */
function useResend(send: SendAgain, sentMessage: string) {
  const { mutate, isPending, isSuccess, data, error } = useMutation({ mutationKey, mutationFn: send });
  const outcome = (): Outcome | undefined => {
    if (isSuccess && data) return { severity: "info", message: alreadySent(data) };
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

interface ResendCodeProps {
  /** Epoch milliseconds of the last code sent; without it a code may be sent at once. */
  sentAt: number | undefined;
  send: SendAgain;
  /** The specification's notice after a resend (section 8). */
  sentMessage?: string | undefined;
}

/** The way to another code once the wait since the last one is over, and what came of it. */
export function ResendCode({ sentAt, send, sentMessage = failureMessages.codeResent }: ResendCodeProps) {
  const left = useCountdown(sentAt);
  const { pending, outcome, resend } = useResend(send, sentMessage);
  return (
    <>
      <OutcomeSnackbar severity={outcome?.severity}>{outcome?.message}</OutcomeSnackbar>
      <Stack spacing={0.5}>
        <Button variant="outlined" loading={pending} disabled={left > 0} onClick={resend}>
          認証コードを再送信
        </Button>
        {left > 0 && (
          <Typography variant="body2" color="textSecondary">
            {left}秒後に再送信できます
          </Typography>
        )}
      </Stack>
    </>
  );
}
