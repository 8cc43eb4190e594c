import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { limits } from "#shared/limits.ts";
import { OutcomeSnackbar } from "#web/components/outcome-snackbar.tsx";
import { type SendAgain, useCountdown, useSendAgain } from "./resend-code.tsx";

/** The server's pause between two calls. */
const callAgainSeconds = 60;

const texts = {
  sent: "音声電話をおかけしています。電話に出て、音声でお伝えする認証コードをご入力ください。",
  already: (seconds: number) =>
    `音声電話はおかけしたばかりです。かかってこない場合は、${seconds}秒後にもう一度お試しください。`,
  failed: "音声電話をおかけできませんでした。",
};

interface CallWithCodeProps {
  /** Epoch milliseconds of the last code sent. */
  sentAt: number | undefined;
  call: SendAgain;
}

/** The same code by a voice call, for whom no SMS has reached after a while. Its room is kept from the start: nothing moves. */
export function CallWithCode({ sentAt, call }: CallWithCodeProps) {
  const [calledAt, setCalledAt] = useState<number>();
  const isSmsLate = useCountdown(sentAt, limits.callAfterSmsSeconds) === 0;
  const left = useCountdown(calledAt, callAgainSeconds);
  const { pending, outcome, sendAgain } = useSendAgain(async () => {
    const secondsToWait = await call();
    setCalledAt(Date.now() - (callAgainSeconds - (secondsToWait ?? callAgainSeconds)) * 1000);
    return secondsToWait;
  }, texts);
  const isShown = isSmsLate || pending || calledAt !== undefined;
  return (
    <>
      <OutcomeSnackbar severity={outcome?.severity}>{outcome?.message}</OutcomeSnackbar>
      <Stack spacing={0.5} sx={{ visibility: isShown ? "visible" : "hidden" }}>
        <Button variant="outlined" loading={pending} disabled={left > 0} onClick={sendAgain}>
          音声電話で受け取る
        </Button>
        <Typography variant="body2" color="textSecondary">
          {left > 0
            ? `${left}秒後にもう一度おかけできます`
            : "SMSが届かない場合に、同じ認証コードを音声でお伝えします。"}
        </Typography>
      </Stack>
    </>
  );
}
