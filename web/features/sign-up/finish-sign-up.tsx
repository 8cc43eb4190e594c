import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useEffect, useRef } from "react";
import { useNavigate } from "react-router-dom";
import { paths } from "#shared/site/paths.ts";
import type { SignUpDraft } from "#web/flow/sign-up-draft.ts";
import { useCall } from "#web/flow/use-call.ts";
import { ApiError } from "#web/lib/api/api-client.ts";
import { forgetPassword } from "#web/lib/identity/password/pending-password.ts";
import { currentSession } from "#web/lib/identity/tokens/current-session.ts";
import type { NavigationState } from "#web/lib/navigation/navigation-state.ts";
import { ConnectionError } from "#web/lib/net/connection-error.ts";
import { saveProfile } from "#web/lib/queries/profile.ts";
import { AlertBox } from "#web/ui/alert-box.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { signupBody } from "./wizard-draft.ts";

/** Calls `POST /api/user`, operation signup, with the address that Cognito has verified. */
async function register(draft: SignUpDraft): Promise<void> {
  const signedIn = await currentSession();
  if (!signedIn) throw new ApiError({ status: 401, code: "unauthorized" });
  const body = signupBody(draft, signedIn.email || (draft.email ?? ""));
  if (!body) throw new Error("the draft is not complete");
  await saveProfile(body);
}

const isPhoneRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === "phone_not_verified";

interface FinishSignUpProps {
  draft: SignUpDraft;
  /** Called with the API's message if it does not accept the number's verification. */
  onPhoneRefused: (message: string) => void;
}

/** The end of the wizard: registers the customer as soon as the account is confirmed and the draft is complete. */
export function FinishSignUp({ draft, onPhoneRefused }: FinishSignUpProps) {
  const navigate = useNavigate();
  const { call, error } = useCall(() => register(draft), {
    isShownHere: isPhoneRefusal,
    onSuccess: () => {
      forgetPassword();
      const state: NavigationState = { completed: true };
      return navigate(paths.signUpComplete, { replace: true, state });
    },
    onError: (failure) => isPhoneRefusal(failure) && onPhoneRefused(failure.message),
  });
  const started = useRef(false);
  useEffect(() => {
    if (started.current) return;
    started.current = true;
    void call();
  });
  if (!(error instanceof ConnectionError)) return <Spinner label="登録を完了しています" />;
  return (
    <Stack spacing={2}>
      <AlertBox severity="error">{error.message}</AlertBox>
      <Typography>ご入力いただいた内容は保存されています。もう一度お試しください。</Typography>
      <Button onClick={() => void call()}>再試行</Button>
    </Stack>
  );
}
