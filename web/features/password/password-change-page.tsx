import Typography from "@mui/material/Typography";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router-dom";
import { labels } from "#shared/labels.ts";
import { passwordChangeForm } from "#shared/password-forms.ts";
import { paths } from "#shared/site/paths.ts";
import { StepForm } from "#web/flow/step-form.tsx";
import { NewPasswordFields } from "#web/forms/new-password-fields.tsx";
import { PasswordField, PasswordOwner } from "#web/forms/password-field.tsx";
import { usePortalForm } from "#web/forms/use-portal-form.ts";
import { Page } from "#web/layout/page.tsx";
import { prepareIdentity } from "#web/lib/identity/provider.ts";
import { useChangePassword, useSignedInUser } from "./use-change-password.ts";

function PasswordChange({ loginId }: { loginId: string }) {
  const navigate = useNavigate();
  const [schema] = useState(() => passwordChangeForm(loginId));
  const form = usePortalForm(schema, { currentPassword: "", newPassword: "", confirmPassword: "" });
  const [shown, setShown] = useState(false);
  const submit = useChangePassword();
  useEffect(prepareIdentity, []);
  return (
    <StepForm
      form={form}
      onSubmit={submit}
      submitLabel="パスワードを変更する"
      onBack={() => void navigate(paths.menu)}
    >
      <Typography>
        変更が完了すると、すべての端末からログアウトします。新しいパスワードでログインし直してください。
      </Typography>
      <PasswordOwner loginId={loginId} />
      <PasswordField
        name="currentPassword"
        label={labels.currentPassword}
        required
        autoComplete="current-password"
        shown={shown}
        onShownChange={setShown}
      />
      <NewPasswordFields shown={shown} />
    </StepForm>
  );
}

/** /pw/change */
export default function PasswordChangePage() {
  const loginId = useSignedInUser();
  return (
    <Page header={loginId === "" ? "logo" : "signed-in"} title="パスワードの変更" width="narrow">
      {loginId !== "" && <PasswordChange loginId={loginId} />}
    </Page>
  );
}
