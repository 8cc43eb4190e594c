import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useEffect, useState } from "react";
import { limits } from "#shared/limits.ts";
import { failureMessages } from "#shared/messages.ts";
import { reasonFor } from "#web/lib/api/failure.ts";
import { identityAdvice } from "#web/lib/identity/advice.ts";
import { OutcomeSnackbar } from "#web/ui/outcome-snackbar.tsx";
import { useCall } from "./use-call.ts";

const secondsLeft = (sentAt: number | undefined, wait: number): number =>
  sentAt === undefined
    ? 0
    : // After the clock was set back, the wait is not longer than `wait`.
      Math.min(wait, Math.max(0, Math.ceil((sentAt - Date.now()) / 1000) + wait));

/** Returns the seconds that are left of the wait. */
export function useCountdown(sentAt: number | undefined, wait: number): number {
  const [left, setLeft] = useState(() => secondsLeft(sentAt, wait));
  useEffect(() => {
    const tick = () => setLeft(secondsLeft(sentAt, wait));
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [sentAt, wait]);
  return left;
}

/**
 * Sends or calls with a code again. Resolves to the seconds until it is possible again if the server did
 * nothing because it just had, and to `"cancelled"` if the customer cancelled.
 */
export type SendAgain = () => Promise<number | "cancelled" | undefined>;

interface Outcome {
  severity: "success" | "info" | "error";
  message: string;
}

interface SendAgainTexts {
  sent: string;
  /** The message if the code had just been sent. */
  already: (seconds: number) => string;
  failed: string;
}

/**
 * Returns a function that sends a code again, and its outcome. SMS and voice call share one name, so that
 * only one runs.
 */
export function useSendAgain(send: SendAgain, texts: SendAgainTexts) {
  const { call, isPending, data, failure } = useCall(async () => ({ wait: await send() }), {
    name: "resend-code",
    isShownHere: () => true,
    sentence: (error) => `${texts.failed}${reasonFor(error) ?? identityAdvice(error) ?? ""}`,
  });
  const outcome = (): Outcome | undefined => {
    if (failure !== undefined) return { severity: "error", message: failure };
    if (data === undefined || data.wait === "cancelled") return undefined;
    if (data.wait) return { severity: "info", message: texts.already(data.wait) };
    return { severity: "success", message: texts.sent };
  };
  return { pending: isPending, outcome: outcome(), sendAgain: () => void call() };
}

interface ResendCodeProps {
  /** Epoch milliseconds of the last code sent. `undefined`: a code can be sent at once. */
  sentAt: number | undefined;
  send: SendAgain;
  /** Default: the specification's message after a resend (section 8). */
  sentMessage?: string | undefined;
}

/** A button that sends another code after the wait, and its outcome. */
export function ResendCode({ sentAt, send, sentMessage = failureMessages.codeResent }: ResendCodeProps) {
  const left = useCountdown(sentAt, limits.sendAgainSeconds);
  const { pending, outcome, sendAgain } = useSendAgain(send, {
    sent: sentMessage,
    already: (seconds) => `認証コードは送信済みです。届かない場合は、${seconds}秒後に再送信してください。`,
    failed: failureMessages.resendFailed,
  });
  return (
    <>
      <OutcomeSnackbar severity={outcome?.severity}>{outcome?.message}</OutcomeSnackbar>
      <Stack spacing={0.5}>
        <Button variant="outlined" loading={pending} disabled={left > 0} onClick={sendAgain}>
          認証コードを再送信
        </Button>
        {left > 0 && (
          <Typography variant="body2" color="textSecondary">
            {`${left}秒後に再送信できます`}
          </Typography>
        )}
      </Stack>
    </>
  );
}
