import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useEffect, useState } from "react";

interface ResendButtonProps {
  /** Epoch milliseconds of the last code sent; without it a code may be sent at once. */
  sentAt: number | undefined;
  waitSeconds: number;
  onResend: () => void;
  pending?: boolean;
}

const secondsLeft = (sentAt: number | undefined, waitSeconds: number): number =>
  sentAt === undefined
    ? 0
    : // A clock that was put back must not keep a person waiting for longer than the wait itself.
      Math.min(waitSeconds, Math.max(0, Math.ceil((sentAt - Date.now()) / 1000) + waitSeconds));

function useCountdown(sentAt: number | undefined, waitSeconds: number): number {
  const [left, setLeft] = useState(() => secondsLeft(sentAt, waitSeconds));
  useEffect(() => {
    const tick = () => setLeft(secondsLeft(sentAt, waitSeconds));
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [sentAt, waitSeconds]);
  return left;
}

/** Sends the code again, once the wait since the last one is over. */
export function ResendButton({ sentAt, waitSeconds, onResend, pending = false }: ResendButtonProps) {
  const left = useCountdown(sentAt, waitSeconds);
  return (
    <Stack spacing={0.5}>
      <Button variant="outlined" loading={pending} disabled={left > 0} onClick={onResend}>
        認証コードを再送信
      </Button>
      {left > 0 && (
        <Typography variant="body2" color="textSecondary">
          {left}秒後に再送信できます
        </Typography>
      )}
    </Stack>
  );
}
