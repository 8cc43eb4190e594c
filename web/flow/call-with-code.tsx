import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { limits } from "#shared/limits.ts";
import { OutcomeSnackbar } from "#web/ui/outcome-snackbar.tsx";
import { type SendAgain, useCountdown, useSendAgain } from "./resend-code.tsx";

const { callAfterSmsSeconds, sendAgainSeconds } = limits;

const texts = {
  sent: "音声電話をおかけしています。電話に出て、音声でお伝えする認証コードを入力してください。",
  already: (seconds: number) =>
    `音声電話はおかけしたばかりです。かかってこない場合は、${seconds}秒後にもう一度お試しください。`,
  failed: "音声電話をおかけできませんでした。",
};

interface CallWithCodeProps {
  /** Epoch milliseconds of the last code sent. */
  sentAt: number | undefined;
  call: SendAgain;
}

/** Offers the same code by a voice call, some time after the SMS. Until then it shows the countdown. */
export function CallWithCode({ sentAt, call }: CallWithCodeProps) {
  const [calledAt, setCalledAt] = useState<number>();
  const untilSmsIsLate = useCountdown(sentAt, callAfterSmsSeconds);
  const untilNextCall = useCountdown(calledAt, sendAgainSeconds);
  const { pending, outcome, sendAgain } = useSendAgain(async () => {
    const secondsToWait = await call();
    if (secondsToWait === "cancelled") return secondsToWait;
    setCalledAt(Date.now() - (sendAgainSeconds - (secondsToWait ?? sendAgainSeconds)) * 1000);
    return secondsToWait;
  }, texts);
  const left = calledAt === undefined ? untilSmsIsLate : untilNextCall;
  const wait = calledAt === undefined ? "秒後に音声電話でも受け取れます" : "秒後にもう一度おかけできます";
  return (
    <>
      <OutcomeSnackbar severity={outcome?.severity}>{outcome?.message}</OutcomeSnackbar>
      <Stack spacing={0.5}>
        {(left === 0 || calledAt !== undefined) && (
          <Button variant="outlined" loading={pending} disabled={left > 0} onClick={sendAgain}>
            音声電話で受け取る
          </Button>
        )}
        <Typography variant="body2" color="textSecondary">
          {left > 0 ? `${left}${wait}` : "SMSが届かない場合に、同じ認証コードを音声でお伝えします。"}
        </Typography>
      </Stack>
    </>
  );
}
