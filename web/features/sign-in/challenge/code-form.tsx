import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import * as z from "zod/mini";
import { signInCodeForm } from "#shared/customer/customer.ts";
import { Sentence } from "#web/components/sentence.tsx";
import { CheckboxField } from "#web/forms/checkbox-field.tsx";
import { CodeField } from "#web/forms/code-field.tsx";
import { usePortalForm } from "#web/forms/use-portal-form.ts";
import type { Challenge } from "#web/lib/identity/challenge.ts";
import { ChallengeForm } from "./challenge-form.tsx";
import { type ChallengeProps, useAnswer } from "./use-answer.ts";

const codeAndTrust = z.extend(signInCodeForm, { trust: z.boolean() });

function TrustLabel() {
  return (
    <>
      このブラウザーを信頼する
      <br />
      <Typography component="span" variant="body2" color="textSecondary">
        次回から認証コードの入力を省略します。共用の端末では選ばないでください。
      </Typography>
    </>
  );
}

interface CodeFormProps {
  challenge: Challenge;
  children: ReactNode;
  help: ReactNode;
}

function CodeForm({ challenge, children, help }: CodeFormProps) {
  const form = usePortalForm(codeAndTrust, { code: "", trust: false });
  const asked = useAnswer(challenge);
  return (
    <ChallengeForm
      form={form}
      field="code"
      onAnswer={({ code, trust }) => asked.answer({ answer: code, trust })}
      submitLabel="認証する"
      challenge={asked}
      footer={help}
    >
      <Typography>{children}</Typography>
      <CodeField control={form.control} name="code" />
      <CheckboxField control={form.control} name="trust" label={<TrustLabel />} />
    </ChallengeForm>
  );
}

const sentBy = { sms: "SMS", email: "メール" } as const;

/** The code that Cognito sent by SMS, or by mail. */
export function SentCodeForm({ challenge }: ChallengeProps<"sent-code">) {
  const { by, destination } = challenge;
  const help = (
    <Typography>
      認証コードが届かない場合は、迷惑メッセージの設定をご確認のうえ、「ログイン画面に戻る」からもう一度ログインしてください。新しい認証コードをお送りします。
    </Typography>
  );
  return (
    <CodeForm challenge={challenge} help={help}>
      {destination !== undefined && <strong>{destination} </strong>}
      {destination !== undefined && "に"}
      {sentBy[by]}で届いた認証コードをご入力ください。
    </CodeForm>
  );
}

/** The code that the customer's authenticator app shows. */
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
      認証アプリに表示されている6桁の認証コードをご入力ください。
    </CodeForm>
  );
}
