import Typography from "@mui/material/Typography";
import { type ComponentType, useState } from "react";
import { Navigate, useLocation } from "react-router-dom";
import * as z from "zod/mini";
import { codeForm } from "#shared/customer/customer.ts";
import { limits } from "#shared/limits.ts";
import { requiredMessage } from "#shared/messages.ts";
import { firstPasswordForm } from "#shared/password-forms.ts";
import { paths } from "#shared/site/paths.ts";
import { AuthenticatorKey } from "#web/components/authenticator/authenticator-key.tsx";
import { CodeField } from "#web/forms/code-field.tsx";
import { CustomerField } from "#web/forms/customer-field.tsx";
import { FormField } from "#web/forms/form-field.tsx";
import { NewPasswordFields } from "#web/forms/new-password-fields.tsx";
import { PasswordOwner } from "#web/forms/password-field.tsx";
import { usePortalForm } from "#web/forms/use-portal-form.ts";
import { Page } from "#web/layout/page.tsx";
import { restartMessage } from "#web/lib/identity/challenges/answer.ts";
import { type Challenge, readChallenge, setUpSecret } from "#web/lib/identity/challenges/challenge.ts";
import { type NavigationState, useNavigationState } from "#web/lib/navigation/navigation-state.ts";
import { ChallengeForm, type ChallengeProps, useAnswer } from "./challenge-form.tsx";
import { AppCodeForm, ChoiceForm, SentCodeForm } from "./code-forms.tsx";

/** Replaces the temporary password, and asks for an e-mail address if Cognito has none. */
function NewPasswordForm({ challenge }: ChallengeProps<"new-password">) {
  const { needsEmail } = challenge;
  const answering = useAnswer(challenge);
  const form = usePortalForm(firstPasswordForm(answering.loginId, challenge), {
    newPassword: "",
    confirmPassword: "",
    email: "",
  });
  return (
    <ChallengeForm
      form={form}
      field="newPassword"
      onAnswer={(values) =>
        answering.answer({ answer: values.newPassword, ...(needsEmail && { email: values.email }) })
      }
      submitLabel="設定してログイン"
      answering={answering}
    >
      <Typography>初回のログインです。お客様ご自身のパスワードを設定してください。</Typography>
      <PasswordOwner loginId={answering.loginId} />
      <NewPasswordFields />
      {needsEmail && <CustomerField name="email" />}
    </ChallengeForm>
  );
}

function SetUp({ challenge, secret }: ChallengeProps<"app-set-up"> & { secret: string }) {
  const form = usePortalForm(codeForm, { code: "" });
  const answering = useAnswer(challenge);
  return (
    <ChallengeForm
      form={form}
      field="code"
      readFirst
      onAnswer={({ code }) => answering.answer({ answer: code.replaceAll(" ", "") })}
      submitLabel="設定してログイン"
      answering={answering}
    >
      <Typography>ログインには認証アプリの設定が必要です。</Typography>
      <AuthenticatorKey secret={secret} loginId={answering.loginId} />
      <CodeField />
    </ChallengeForm>
  );
}

/**
 * Sets up an authenticator app, if the user pool requires one. After a reload, which loses the secret, the
 * sign-in starts again.
 */
function AppSetUpForm({ challenge }: ChallengeProps<"app-set-up">) {
  const [secret] = useState(setUpSecret);
  const { from, loginId } = useNavigationState();
  if (secret !== undefined) return <SetUp challenge={challenge} secret={secret} />;
  const state: NavigationState = {
    ...(from && { from }),
    ...(loginId !== undefined && { loginId }),
    message: restartMessage,
  };
  return <Navigate to={paths.signIn} replace state={state} />;
}

const label = "回答";
const answerForm = z.object({ answer: z.string().check(z.trim(), z.minLength(1, requiredMessage(label))) });

/** A question of the user pool's triggers. */
function QuestionForm({ challenge }: ChallengeProps<"question">) {
  const form = usePortalForm(answerForm, { answer: "" });
  const answering = useAnswer(challenge);
  return (
    <ChallengeForm
      form={form}
      field="answer"
      onAnswer={({ answer }) => answering.answer({ answer })}
      submitLabel="回答する"
      answering={answering}
    >
      <Typography>{challenge.text ?? "追加の確認が必要です。回答を入力してください。"}</Typography>
      <FormField name="answer" label={label} required maxLength={limits.textMaxLength} />
    </ChallengeForm>
  );
}

type Forms = {
  [K in Challenge["kind"]]: { title: string; Form: ComponentType<ChallengeProps<K>> };
};

const unsupported: NavigationState = {
  reason: "このアカウントには追加の認証が設定されていますが、この画面では対応していません。",
};

const forms: Forms = {
  "new-password": { title: "新しいパスワードの設定", Form: NewPasswordForm },
  "sent-code": { title: "認証コードの入力", Form: SentCodeForm },
  "app-code": { title: "認証コードの入力", Form: AppCodeForm },
  choice: { title: "認証方法の選択", Form: ChoiceForm },
  "app-set-up": { title: "認証アプリの設定", Form: AppSetUpForm },
  question: { title: "追加の確認", Form: QuestionForm },
  unsupported: {
    title: "追加の認証",
    Form: () => <Navigate to={paths.error} replace state={unsupported} />,
  },
};

function ChallengePage<K extends Challenge["kind"]>({ challenge }: ChallengeProps<K>) {
  const { title, Form } = forms[challenge.kind as K];
  return (
    <Page header="logo" title={title} width="narrow">
      <Form challenge={challenge} />
    </Page>
  );
}

/** Shows the form of the challenge in the browser's history. */
export default function ChallengeScreen() {
  const { state }: { state: { challenge?: unknown } } = useLocation();
  const challenge = readChallenge(state.challenge);
  return challenge ? <ChallengePage challenge={challenge} /> : <Navigate to={paths.signIn} replace />;
}
