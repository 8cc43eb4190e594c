import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useNavigate } from "react-router-dom";
import { Notice } from "#web/components/notice.tsx";
import { Spinner } from "#web/components/spinner.tsx";
import { ApiError } from "#web/lib/api/api-client.ts";
import { isConnectionFailure, reasonFor } from "#web/lib/api/failure.ts";
import { saveCustomer } from "#web/lib/customer.ts";
import { forgetPassword } from "#web/lib/identity/pending-password.ts";
import { currentSession } from "#web/lib/identity/session.ts";
import type { NavigationState } from "#web/routes/navigation-state.ts";
import { paths } from "#web/routes/paths.ts";
import { type Draft, signupBody } from "./draft.ts";

/** The signup call, with the address that the identity provider has verified. */
async function register(draft: Draft): Promise<void> {
  const signedIn = await currentSession();
  if (!signedIn) throw new ApiError({ status: 401, code: "unauthorized" });
  const body = signupBody(draft, signedIn.email || (draft.email ?? ""));
  if (!body) throw new Error("the draft is not complete");
  await saveCustomer(body);
}

const isPhoneRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === "phone_not_verified";

interface FinishSignUpProps {
  draft: Draft;
  /** The server does not accept the number's verification; told in its own words. */
  onPhoneRefused: (message: string) => void;
}

/** The end of the wizard: the account is confirmed and everything is there, so the customer is registered at once. */
export function FinishSignUp({ draft, onPhoneRefused }: FinishSignUpProps) {
  const navigate = useNavigate();
  const { mutate, error } = useMutation({
    mutationFn: () => register(draft),
    onSuccess: () => {
      forgetPassword();
      const state: NavigationState = { completed: true };
      return navigate(paths.signUpComplete, { replace: true, state });
    },
    onError: (failure) => {
      if (isPhoneRefusal(failure)) onPhoneRefused(failure.message);
    },
    meta: {
      failure: (failed) => (isConnectionFailure(failed) || isPhoneRefusal(failed) ? "stay" : "error-page"),
    },
  });
  const started = useRef(false);
  useEffect(() => {
    if (started.current) return;
    started.current = true;
    mutate();
  }, [mutate]);
  if (!isConnectionFailure(error)) return <Spinner label="登録を完了しています" />;
  return (
    <Stack spacing={2}>
      <Notice severity="error">{reasonFor(error)}</Notice>
      <Typography>ご入力いただいた内容は保存されています。もう一度お試しください。</Typography>
      <Button onClick={() => mutate()}>再試行</Button>
    </Stack>
  );
}
