import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useRef, useState } from "react";
import { OutcomeSnackbar } from "../../../components/outcome-snackbar.tsx";
import { type CodeMethod, choiceOf } from "../../../lib/identity/challenge.ts";
import { type ChallengeProps, useAnswer } from "./use-answer.ts";

const labels: Readonly<Record<CodeMethod, string>> = {
  app: "認証アプリのコードを使う",
  sms: "SMSでコードを受け取る",
  email: "メールでコードを受け取る",
};

/** Which of the customer's ways of proving themselves it is to be. */
export function ChoiceForm({ challenge }: ChallengeProps<"choice">) {
  const { answer, connectionFailure, restart } = useAnswer(challenge);
  const [chosen, setChosen] = useState<CodeMethod>();
  const [refusal, setRefusal] = useState<string>();
  const choosing = useRef(false);
  const choose = async (method: CodeMethod): Promise<void> => {
    if (choosing.current) return;
    choosing.current = true;
    setChosen(method);
    setRefusal(await answer({ answer: choiceOf(method) }));
    setChosen(undefined);
    choosing.current = false;
  };
  const failure = connectionFailure ?? refusal;
  return (
    <Stack spacing={2}>
      <Typography>認証の方法をお選びください。</Typography>
      <OutcomeSnackbar>{failure}</OutcomeSnackbar>
      {challenge.methods.map((method) => (
        <Button
          key={method}
          loading={chosen === method}
          disabled={chosen !== undefined && chosen !== method}
          onClick={() => void choose(method)}
        >
          {labels[method]}
        </Button>
      ))}
      <Button variant="outlined" disabled={chosen !== undefined} onClick={() => restart()}>
        ログイン画面に戻る
      </Button>
    </Stack>
  );
}
