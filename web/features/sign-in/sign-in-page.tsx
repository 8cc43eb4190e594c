import Button from "@mui/material/Button";
import Divider from "@mui/material/Divider";
import Stack from "@mui/material/Stack";
import { Suspense, useEffect, useState } from "react";
import { useLocation } from "react-router-dom";
import { WelcomeDrawing } from "#web/components/drawing.tsx";
import { Notice } from "#web/components/notice.tsx";
import { Page } from "#web/components/page.tsx";
import { TextLink } from "#web/components/text-link.tsx";
import { Form } from "#web/forms/form.tsx";
import { FormField } from "#web/forms/form-field.tsx";
import { PasswordField } from "#web/forms/password-field.tsx";
import { clearLocalStorage } from "#web/lib/identity/trusted-browser.ts";
import { readNavigationState } from "#web/routes/navigation-state.ts";
import { paths } from "#web/routes/paths.ts";
import { OutcomeSnackbar, usePasskey } from "./use-passkey.ts";
import { useSignIn } from "./use-sign-in.ts";
import { prepareSignIn, useSignInForm } from "./use-sign-in-form.ts";

/** /signin */
export function SignInPage() {
  useEffect(clearLocalStorage, []);
  const { notice, loginId } = readNavigationState(useLocation().state);
  const form = useSignInForm(loginId);
  const { submit, enter } = useSignIn(({ message, shouldFocus }) =>
    form.setError("password", { message }, { shouldFocus }),
  );
  const [refusal, setRefusal] = useState<string>();
  const passkey = usePasskey((outcome) => {
    setRefusal(undefined);
    if (outcome === "done") void enter();
    else if ("missing" in outcome)
      form.setError("loginId", { message: outcome.missing }, { shouldFocus: true });
    else if ("unanswered" in outcome) form.setError("password", { message: outcome.unanswered });
    else setRefusal(outcome.refusal);
  });
  return (
    <Page header="logo" title="ログイン" width="narrow" mark={<WelcomeDrawing />}>
      {notice !== undefined && <Notice severity="info">{notice}</Notice>}
      {refusal !== undefined && (
        <Suspense>
          <OutcomeSnackbar>{refusal}</OutcomeSnackbar>
        </Suspense>
      )}
      <Form form={form} onSubmit={submit} enterKeyHint="go">
        <Stack spacing={4} onInput={prepareSignIn}>
          <FormField
            control={form.control}
            name="loginId"
            label="ログインID"
            required
            autoComplete="username webauthn"
            inputMode="email"
          />
          <PasswordField
            control={form.control}
            name="password"
            label="パスワード"
            required
            autoComplete="current-password"
          />
          <Button type="submit" fullWidth loading={form.formState.isSubmitting}>
            ログイン
          </Button>
          {!passkey.isHidden && (
            <Button
              variant="outlined"
              fullWidth
              loading={passkey.isPending}
              onClick={() => {
                setRefusal(undefined);
                void passkey.enter(form.getValues("loginId"));
              }}
            >
              パスキーでログイン
            </Button>
          )}
        </Stack>
      </Form>
      <Divider />
      <Stack spacing={1.5}>
        <TextLink to={paths.passwordForgot}>パスワードをお忘れの方</TextLink>
        <TextLink to={paths.signUp}>新規登録はこちら</TextLink>
      </Stack>
    </Page>
  );
}
