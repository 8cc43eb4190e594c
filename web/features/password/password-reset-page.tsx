import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router-dom";
import { passwordResetForm } from "#shared/password-forms.ts";
import { paths } from "#shared/site/paths.ts";
import { ResendCode } from "#web/flow/resend-code.tsx";
import { StepForm } from "#web/flow/step-form.tsx";
import { CodeField } from "#web/forms/code-field.tsx";
import { NewPasswordFields } from "#web/forms/new-password-fields.tsx";
import { PasswordOwner } from "#web/forms/password-field.tsx";
import { usePortalForm } from "#web/forms/use-portal-form.ts";
import { Page } from "#web/layout/page.tsx";
import { requestPasswordReset } from "#web/lib/identity/password/password.ts";
import { prepareIdentity } from "#web/lib/identity/provider.ts";
import { type NavigationState, useNavigationState } from "#web/lib/navigation/navigation-state.ts";
import { AlertBox } from "#web/ui/alert-box.tsx";
import { LostAccess } from "./lost-access.tsx";
import { type ResetDraft, resetDraft } from "./reset-draft.ts";
import { useResetPassword } from "./use-reset-password.ts";

const startOver = "お手数ですが、最初からお手続きください。";

interface ResetProps {
  draft: ResetDraft;
  /** Called after another code was sent. */
  onSent: (draft: ResetDraft) => void;
}

function Help({ draft, onSent }: ResetProps) {
  const { loginId, sentAt } = draft;
  const resend = async (): Promise<undefined> => {
    await requestPasswordReset(loginId);
    onSent({ loginId, sentAt: Date.now() });
  };
  return (
    <>
      <Typography>
        メールが届かない場合は、迷惑メールフォルダーとログインIDをご確認のうえ、認証コードを再送信してください。続けて何度も送信すると、しばらくの間お送りできないことがあります。
      </Typography>
      <ResendCode sentAt={sentAt} send={resend} />
      <LostAccess />
    </>
  );
}

function PasswordReset({ draft, onSent }: ResetProps) {
  const navigate = useNavigate();
  const { message } = useNavigationState();
  const [schema] = useState(() => passwordResetForm(draft.loginId));
  const form = usePortalForm(schema, { code: "", newPassword: "", confirmPassword: "" });
  const { failure, submit } = useResetPassword(draft.loginId, (field, message) =>
    form.setError(field, { message }, { shouldFocus: true }),
  );
  useEffect(prepareIdentity, []);
  return (
    <StepForm
      form={form}
      onSubmit={submit}
      submitLabel="パスワードを再設定"
      onBack={() => void navigate(paths.passwordForgot)}
      connectionFailure={failure}
      footer={<Help draft={draft} onSent={onSent} />}
    >
      {draft.sentAt === undefined && message !== undefined && (
        <AlertBox severity="error">
          <Typography>{message}</Typography>
          <Typography>認証コードが届かない場合は、「認証コードを再送信」を押してください。</Typography>
        </AlertBox>
      )}
      <Typography>
        ログインID <strong translate="no">{draft.loginId}</strong>{" "}
        のご登録のメールアドレスに届いた認証コードと、新しいパスワードを入力してください。
      </Typography>
      <PasswordOwner loginId={draft.loginId} />
      <CodeField />
      <NewPasswordFields />
    </StepForm>
  );
}

/** Redirects to /pw/forgot without a login ID. The prerendered page shows this part. */
function MissingLoginId() {
  const navigate = useNavigate();
  useEffect(() => {
    const state: NavigationState = { message: startOver };
    void navigate(paths.passwordForgot, { replace: true, state });
  }, [navigate]);
  return <Skeleton variant="rounded" height="15rem" />;
}

/** /pw/reset */
export default function PasswordResetPage() {
  const [draft, setDraft] = useState(resetDraft.read);
  const sent = (resent: ResetDraft): void => {
    resetDraft.write(resent);
    setDraft(resent);
  };
  return (
    <Page header="logo" title="パスワードの再設定" width="narrow">
      {draft ? <PasswordReset draft={draft} onSent={sent} /> : <MissingLoginId />}
    </Page>
  );
}
