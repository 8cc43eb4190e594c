import Button from "@mui/material/Button";
import Divider from "@mui/material/Divider";
import Stack from "@mui/material/Stack";
import { lazy, Suspense, useEffect, useEffectEvent, useState } from "react";
import { failureMessages } from "#shared/messages.ts";
import { paths } from "#shared/site/paths.ts";
import { fieldSpacing } from "#web/forms/field-frame.tsx";
import { Form } from "#web/forms/form.tsx";
import { FormField } from "#web/forms/form-field.tsx";
import { PasswordField } from "#web/forms/password-field.tsx";
import { Page } from "#web/layout/page.tsx";
import { reasonFor } from "#web/lib/api/failure.ts";
import { toFailure } from "#web/lib/identity/provider.ts";
import { clearLocalStorage } from "#web/lib/identity/tokens/stored-keys.ts";
import { useNavigationState } from "#web/lib/navigation/navigation-state.ts";
import { loadSiteConfig } from "#web/lib/net/site-config.ts";
import { AlertBox } from "#web/ui/alert-box.tsx";
import { WelcomeDrawing } from "#web/ui/drawing.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import type { PasskeyOutcome } from "./passkey-sign-in.ts";
import { prepareSignIn, useSignIn, useSignInForm } from "./use-sign-in.ts";

const loadSnackbar = () => import("#web/ui/outcome-snackbar.tsx");
/** Loaded with the passkey sign-in, so that its outcome can be shown at once. */
const OutcomeSnackbar = lazy(async () => ({ default: (await loadSnackbar()).OutcomeSnackbar }));

const loadPasskeySignIn = async () =>
  (await Promise.all([import("./passkey-sign-in.ts"), loadSnackbar()]))[0];

/** `unanswered`: the passkey sign-in could not be loaded. */
type Outcome = PasskeyOutcome | { unanswered: string };

/** Checks the cookie by its name, because the module that reads it is not loaded yet. */
const hasUsedPasskey = (): boolean => document.cookie.includes("passkeyLoginId=");

/** Returns the passkey sign-in. `isHidden`: the site or the browser does not support passkeys. */
function usePasskey(onOutcome: (outcome: Outcome) => void) {
  const [isHidden, setHidden] = useState(false);
  const [isPending, setPending] = useState(false);
  const settle = useEffectEvent(onOutcome);
  useEffect(() => {
    if (isPending) return undefined;
    let isUnmounted = false;
    let end: (() => void) | undefined;
    const prepare = async (): Promise<void> => {
      const isOff = !("PublicKeyCredential" in window) || !(await loadSiteConfig()).passkeys;
      setHidden(isOff);
      if (isOff || !hasUsedPasskey()) return;
      const { offerPasskey } = await loadPasskeySignIn();
      if (!isUnmounted) end = offerPasskey(settle);
    };
    prepare().catch(() => {});
    return () => {
      isUnmounted = true;
      end?.();
    };
  }, [isPending]);

  const enter = async (loginId: string): Promise<void> => {
    setPending(true);
    try {
      onOutcome(await (await loadPasskeySignIn()).enterWithPasskey(loginId));
    } catch (error) {
      onOutcome({ unanswered: reasonFor(toFailure(error)) ?? failureMessages.signInFailed });
    } finally {
      setPending(false);
    }
  };
  return { isHidden, isPending, enter };
}

/** The form and the passkey button. A component of its own, because it renders again when React Hook Form is ready. */
function SignInForm() {
  const form = useSignInForm(useNavigationState().loginId);
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
    <>
      {refusal !== undefined && (
        <Suspense>
          <OutcomeSnackbar>{refusal}</OutcomeSnackbar>
        </Suspense>
      )}
      <Form form={form} onSubmit={submit} enterKeyHint="go">
        <Stack spacing={fieldSpacing} onInput={prepareSignIn}>
          <FormField
            name="loginId"
            label="ログインID"
            required
            autoComplete="username webauthn"
            inputMode="email"
          />
          <PasswordField
            name="password"
            label="パスワード"
            required
            errorLines={2}
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
    </>
  );
}

/** /signin */
export function SignInPage() {
  useEffect(clearLocalStorage, []);
  const { message } = useNavigationState();
  return (
    <Page header="logo" title="ログイン" width="narrow" mark={<WelcomeDrawing />}>
      {message !== undefined && <AlertBox severity="info">{message}</AlertBox>}
      <SignInForm />
      <Divider />
      <Stack spacing={1.5}>
        <TextLink to={paths.loginIdForgot}>ログインIDをお忘れの方</TextLink>
        <TextLink to={paths.passwordForgot}>パスワードをお忘れの方</TextLink>
        <TextLink to={paths.quote}>見積書が必要な方</TextLink>
        <TextLink to={paths.signUp}>新規登録はこちら</TextLink>
      </Stack>
    </Page>
  );
}
