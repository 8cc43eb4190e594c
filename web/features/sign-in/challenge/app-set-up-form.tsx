import Typography from "@mui/material/Typography";
import { useState } from "react";
import { Navigate, useLocation } from "react-router-dom";
import { codeForm } from "#shared/customer/customer.ts";
import { AuthenticatorKey } from "#web/components/authenticator/authenticator-key.tsx";
import { CodeField } from "#web/forms/code-field.tsx";
import { usePortalForm } from "#web/forms/use-portal-form.ts";
import { restartNotice } from "#web/lib/identity/answer.ts";
import { setUpSecret } from "#web/lib/identity/challenge.ts";
import { type NavigationState, readNavigationState } from "#web/routes/navigation-state.ts";
import { paths } from "#web/routes/paths.ts";
import { ChallengeForm } from "./challenge-form.tsx";
import { type ChallengeProps, useAnswer } from "./use-answer.ts";

function SetUp({ challenge, secret }: ChallengeProps<"app-set-up"> & { secret: string }) {
  const form = usePortalForm(codeForm, { code: "" });
  const asked = useAnswer(challenge);
  return (
    <ChallengeForm
      form={form}
      field="code"
      readFirst
      onAnswer={({ code }) => asked.answer({ answer: code.replaceAll(" ", "") })}
      submitLabel="設定してログイン"
      challenge={asked}
    >
      <Typography>ログインには認証アプリの設定が必要です。</Typography>
      <AuthenticatorKey secret={secret} loginId={asked.loginId} />
      <CodeField control={form.control} name="code" />
    </ChallengeForm>
  );
}

/** A first authenticator app, where the user pool demands one. A reload forgets the secret: the person begins anew. */
export function AppSetUpForm({ challenge }: ChallengeProps<"app-set-up">) {
  const [secret] = useState(setUpSecret);
  const { from, loginId } = readNavigationState(useLocation().state);
  if (secret !== undefined) return <SetUp challenge={challenge} secret={secret} />;
  const state: NavigationState = {
    ...(from && { from }),
    ...(loginId !== undefined && { loginId }),
    notice: restartNotice,
  };
  return <Navigate to={paths.signIn} replace state={state} />;
}
