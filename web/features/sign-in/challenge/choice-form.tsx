import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useMutation } from "@tanstack/react-query";
import { OutcomeSnackbar } from "#web/components/outcome-snackbar.tsx";
import { isUnderWay } from "#web/lib/api/query-client.ts";
import { type CodeMethod, choiceOf } from "#web/lib/identity/challenge.ts";
import { type ChallengeProps, useAnswer } from "./use-answer.ts";

const labels: Readonly<Record<CodeMethod, string>> = {
  app: "認証アプリのコードを使う",
  sms: "SMSでコードを受け取る",
  email: "メールでコードを受け取る",
};

const mutationKey = ["choose-method"];

/** The choice of an authentication method. */
export function ChoiceForm({ challenge }: ChallengeProps<"choice">) {
  const { answer, connectionFailure, restart } = useAnswer(challenge);
  const { mutate, isPending, variables, data } = useMutation({
    mutationKey,
    mutationFn: async (method: CodeMethod) => ({ refusal: await answer({ answer: choiceOf(method) }) }),
  });
  const choose = (method: CodeMethod): void => {
    if (!isUnderWay(mutationKey)) mutate(method);
  };
  const chosen = isPending ? variables : undefined;
  return (
    <Stack spacing={2}>
      <Typography>認証の方法をお選びください。</Typography>
      <OutcomeSnackbar>{connectionFailure ?? data?.refusal}</OutcomeSnackbar>
      {challenge.methods.map((method) => (
        <Button
          key={method}
          variant="outlined"
          loading={chosen === method}
          disabled={chosen !== undefined && chosen !== method}
          onClick={() => choose(method)}
        >
          {labels[method]}
        </Button>
      ))}
      <Button variant="text" disabled={chosen !== undefined} onClick={() => restart()}>
        ログイン画面に戻る
      </Button>
    </Stack>
  );
}
