import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import * as z from "zod/mini";
import { signInCodeForm } from "#shared/customer/customer.ts";
import { useCall } from "#web/flow/use-call.ts";
import { CheckboxField } from "#web/forms/checkbox-field.tsx";
import { CodeField } from "#web/forms/code-field.tsx";
import { usePortalForm } from "#web/forms/use-portal-form.ts";
import { type Challenge, type CodeMethod, choiceOf } from "#web/lib/identity/challenges/challenge.ts";
import { OutcomeSnackbar } from "#web/ui/outcome-snackbar.tsx";
import { Sentence } from "#web/ui/sentence.tsx";
import { ChallengeForm, type ChallengeProps, useAnswer } from "./challenge-form.tsx";

const labels: Readonly<Record<CodeMethod, string>> = {
  app: "認証アプリの認証コードを使う",
  sms: "SMSで認証コードを受け取る",
  email: "メールで認証コードを受け取る",
};

export function ChoiceForm({ challenge }: ChallengeProps<"choice">) {
  const { answer, connectionFailure, restart } = useAnswer(challenge);
  const choice = useCall((method: CodeMethod) => answer({ answer: choiceOf(method) }));
  return (
    <Stack spacing={2}>
      <Typography>認証の方法をお選びください。</Typography>
      <OutcomeSnackbar>{connectionFailure ?? choice.data}</OutcomeSnackbar>
      {challenge.methods.map((method) => (
        <Button key={method} variant="outlined" {...choice.buttonProps(method)}>
          <span>{labels[method]}</span>
        </Button>
      ))}
      <Button variant="text" disabled={choice.isPending} onClick={() => restart()}>
        ログイン画面に戻る
      </Button>
    </Stack>
  );
}

const codeAndTrust = z.extend(signInCodeForm, { trust: z.boolean() });

function TrustLabel() {
  return (
    <span>
      このブラウザーを信頼する
      <br />
      <Typography component="span" variant="body2" color="textSecondary">
        次回から認証コードの入力を省略します。共用の端末では選ばないでください。
      </Typography>
    </span>
  );
}

interface CodeFormProps {
  challenge: Challenge;
  children: ReactNode;
  help: ReactNode;
}

function CodeForm({ challenge, children, help }: CodeFormProps) {
  const form = usePortalForm(codeAndTrust, { code: "", trust: false });
  const answering = useAnswer(challenge);
  return (
    <ChallengeForm
      form={form}
      field="code"
      onAnswer={({ code, trust }) => answering.answer({ answer: code, trust })}
      submitLabel="認証する"
      answering={answering}
      footer={help}
    >
      <Typography>{children}</Typography>
      <CodeField />
      <CheckboxField name="trust" label={<TrustLabel />} />
    </ChallengeForm>
  );
}

const sentBy = { sms: "SMS", email: "メール" } as const;

/** Asks for the code that Cognito sent by SMS or mail. */
export function SentCodeForm({ challenge }: ChallengeProps<"sent-code">) {
  const { by, destination } = challenge;
  const help = (
    <Typography>
      認証コードが届かない場合は、迷惑メッセージの設定をご確認のうえ、「ログイン画面に戻る」からもう一度ログインしてください。新しい認証コードをお送りします。
    </Typography>
  );
  return (
    <CodeForm challenge={challenge} help={help}>
      {destination !== undefined && <strong>{`${destination} `}</strong>}
      <span>{`${destination === undefined ? "" : "に"}${sentBy[by]}で届いた認証コードを入力してください。`}</span>
    </CodeForm>
  );
}

/** Asks for the code of the customer's authenticator app. */
export function AppCodeForm({ challenge }: ChallengeProps<"app-code">) {
  const help = (
    <Typography>
      <Sentence>
        機種変更や紛失などで認証アプリを使えなくなった場合は、設定を解除いたしますので、お問い合わせください。
      </Sentence>
    </Typography>
  );
  return (
    <CodeForm challenge={challenge} help={help}>
      認証アプリに表示されている6桁の認証コードを入力してください。
    </CodeForm>
  );
}
