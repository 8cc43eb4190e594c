import Typography from "@mui/material/Typography";
import { useState } from "react";
import { labels } from "#shared/labels.ts";
import { firstPasswordForm } from "#shared/password-forms.ts";
import { CustomerField } from "#web/forms/customer-field.tsx";
import { PasswordChecklist } from "#web/forms/password-checklist.tsx";
import { PasswordField, PasswordOwner } from "#web/forms/password-field.tsx";
import { usePortalForm } from "#web/forms/use-portal-form.ts";
import { ChallengeForm } from "./challenge-form.tsx";
import { type ChallengeProps, useAnswer } from "./use-answer.ts";

/** The customer's own password in place of the one that was handed out, and an address where Cognito has none. */
export function NewPasswordForm({ challenge }: ChallengeProps<"new-password">) {
  const { needsEmail } = challenge;
  const asked = useAnswer(challenge);
  const [shown, setShown] = useState(false);
  const form = usePortalForm(firstPasswordForm(asked.loginId, challenge), {
    newPassword: "",
    confirmPassword: "",
    email: "",
  });
  return (
    <ChallengeForm
      form={form}
      field="newPassword"
      onAnswer={(values) =>
        asked.answer({ answer: values.newPassword, ...(needsEmail && { email: values.email }) })
      }
      submitLabel="設定してログイン"
      challenge={asked}
    >
      <Typography>初回のログインです。お客様ご自身のパスワードを設定してください。</Typography>
      <PasswordOwner loginId={asked.loginId} />
      <PasswordField
        control={form.control}
        name="newPassword"
        label={labels.newPassword}
        required
        autoComplete="new-password"
        related={["confirmPassword"]}
        shown={shown}
        onShownChange={setShown}
      />
      <PasswordChecklist control={form.control} name="newPassword" />
      <PasswordField
        control={form.control}
        name="confirmPassword"
        label={labels.confirmNewPassword}
        required
        autoComplete="new-password"
        shown={shown}
      />
      {needsEmail && <CustomerField control={form.control} name="email" />}
    </ChallengeForm>
  );
}
