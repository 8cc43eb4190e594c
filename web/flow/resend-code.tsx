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
    : // A clock that was put back must not keep a person waiting for longer than the wait itself.
      Math.min(wait, Math.max(0, Math.ceil((sentAt - Date.now()) / 1000) + wait));

/** Seconds that are left of the wait. */
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
 * Resolves to the seconds until another code can be sent, or called, when the server did not because it just had; to `"cancelled"` when
 * the customer did not let it be sent.
 */
export type SendAgain = () => Promise<number | "cancelled" | undefined>;

interface Outcome {
  severity: "success" | "info" | "error";
  message: string;
}

interface SendAgainTexts {
  sent: string;
  /** It had just been sent. */
  already: (seconds: number) => string;
  failed: string;
}

/** Sends a code again, and says what came of it. A press of one way while another is under way does nothing. */
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
  /** Epoch milliseconds of the last code sent; without it a code may be sent at once. */
  sentAt: number | undefined;
  send: SendAgain;
  /** The specification's message after a resend (section 8). */
  sentMessage?: string | undefined;
}

/** The way to another code once the wait since the last one is over, and what came of it. */
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
