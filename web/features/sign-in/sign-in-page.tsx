import Box from "@mui/material/Box";
import { useEffect } from "react";
import { useLocation } from "react-router-dom";
import { ActionButton } from "../../components/action-button.tsx";
import { Form } from "../../components/form/form.tsx";
import { FormField } from "../../components/form/form-field.tsx";
import { PasswordField } from "../../components/form/password-field.tsx";
import { Notice } from "../../components/notice.tsx";
import { Page } from "../../components/page.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { clearTokens } from "../../lib/identity/trusted-browser.ts";
import { readNavigationState } from "../../routes/navigation-state.ts";
import { paths } from "../../routes/paths.ts";
import { useSignIn } from "./use-sign-in.ts";
import { prepareSignIn, useSignInForm } from "./use-sign-in-form.ts";

/** /signin */
export function SignInPage() {
  useEffect(clearTokens, []);
  const { notice, loginId } = readNavigationState(useLocation().state);
  const form = useSignInForm(loginId);
  const { connectionFailure, submit } = useSignIn((message) =>
    form.setError("password", { message }, { shouldFocus: true }),
  );
  return (
    <Page header="logo" title="ログイン" width="narrow">
      {notice !== undefined && (
        <Box sx={{ mb: 3 }}>
          <Notice severity="info">{notice}</Notice>
        </Box>
      )}
      <Form form={form} onSubmit={submit}>
        <Box sx={{ display: "grid", gap: 1.5 }} onInput={prepareSignIn}>
          {connectionFailure !== undefined && (
            <Box sx={{ mb: 1 }}>
              <Notice severity="error">{connectionFailure}</Notice>
            </Box>
          )}
          <FormField
            control={form.control}
            name="loginId"
            label="ログインID"
            required
            autoComplete="username"
          />
          <PasswordField
            control={form.control}
            name="password"
            label="パスワード"
            required
            autoComplete="current-password"
          />
          <ActionButton type="submit" fullWidth pending={form.formState.isSubmitting}>
            ログイン
          </ActionButton>
        </Box>
      </Form>
      <Box sx={{ display: "grid", gap: 1.5, mt: 4, pt: 3, borderTop: 1, borderColor: "divider" }}>
        <TextLink to={paths.passwordForgot}>パスワードをお忘れの方</TextLink>
        <TextLink to={paths.signUp}>新規登録はこちら</TextLink>
      </Box>
    </Page>
  );
}
