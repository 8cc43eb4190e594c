import Typography from "@mui/material/Typography";
import { useEffect } from "react";
import { useNavigate } from "react-router-dom";
import { forgotPasswordForm } from "#shared/customer/customer.ts";
import { labels } from "#shared/labels.ts";
import { limits } from "#shared/limits.ts";
import { foldWidth } from "#shared/normalize.ts";
import { paths } from "#shared/site/paths.ts";
import { StepForm } from "#web/flow/step-form.tsx";
import { FormField } from "#web/forms/form-field.tsx";
import { usePortalForm } from "#web/forms/use-portal-form.ts";
import { Page } from "#web/layout/page.tsx";
import { reasonFor } from "#web/lib/api/failure.ts";
import { requestPasswordReset } from "#web/lib/identity/password/password.ts";
import { prepareIdentity } from "#web/lib/identity/provider.ts";
import { type NavigationState, useNavigationState } from "#web/lib/navigation/navigation-state.ts";
import { AlertBox } from "#web/ui/alert-box.tsx";
import { LostAccess } from "./lost-access.tsx";
import { resetDraft, wasCodeJustSent } from "./reset-draft.ts";

/** Requests a code. Cognito's response is not shown, because it would reveal which login IDs exist. */
async function request(loginId: string): Promise<NavigationState> {
  if (wasCodeJustSent(loginId, Date.now())) return {};
  try {
    await requestPasswordReset(loginId);
  } catch (error) {
    const message = reasonFor(error);
    if (message !== undefined) {
      resetDraft.write({ loginId });
      return { message };
    }
  }
  resetDraft.write({ loginId, sentAt: Date.now() });
  return {};
}

/** /pw/forgot: always continues at /pw/reset (specification section 4). */
export default function PasswordForgotPage() {
  const navigate = useNavigate();
  const { message } = useNavigationState();
  const form = usePortalForm(forgotPasswordForm, { loginId: resetDraft.read()?.loginId ?? "" });
  useEffect(prepareIdentity, []);
  const submit = async ({ loginId }: { loginId: string }): Promise<void> => {
    const state = await request(loginId);
    navigate(paths.passwordReset, { state });
  };
  return (
    <Page header="logo" title="パスワードをお忘れの方" width="narrow">
      {message !== undefined && <AlertBox severity="info">{message}</AlertBox>}
      <StepForm
        form={form}
        onSubmit={submit}
        enterKeyHint="send"
        submitLabel="認証コードを送信"
        onBack={() => void navigate(paths.signIn)}
        backLabel="ログイン画面に戻る"
        footer={<LostAccess />}
      >
        <Typography>
          ログインIDを入力してください。ご登録のメールアドレスに、再設定のための認証コードをお送りします。
        </Typography>
        <FormField
          name="loginId"
          label={labels.loginId}
          required
          autoComplete="username"
          inputMode="email"
          maxLength={limits.loginIdMaxLength}
          format={foldWidth}
        />
      </StepForm>
    </Page>
  );
}
