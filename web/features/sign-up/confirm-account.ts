import { useRef } from "react";
import { useNavigate } from "react-router-dom";
import { failureMessages } from "#shared/messages.ts";
import { paths } from "#shared/site/paths.ts";
import type { CodeRefusal } from "#web/flow/code-entry.tsx";
import { recallPassword } from "#web/lib/identity/password/pending-password.ts";
import { signIn } from "#web/lib/identity/password/sign-in.ts";
import { confirmSignUp } from "#web/lib/identity/password/sign-up.ts";
import { IdentityError } from "#web/lib/identity/provider.ts";
import { currentSession } from "#web/lib/identity/tokens/session.ts";
import { ConnectionError } from "#web/lib/net/connection-error.ts";
import { session } from "#web/lib/session/session.ts";
import type { Draft } from "./wizard-draft.ts";

type Confirmation = "signed-in" | "confirmed" | "taken" | "wrong-code";

/** Signs in with the password of step 4 and stores the session; `false` when it is not known (any more) or refused. */
async function signInWithPending(loginId: string): Promise<boolean> {
  const password = recallPassword(loginId);
  if (password === undefined || (await signIn(loginId, password)) !== "done") return false;
  const signedIn = await currentSession();
  if (!signedIn) return false;
  // Another customer may have used this tab.
  for (const key of ["customerId", "plan", "paymentType"] as const) session.remove(key);
  session.write("loginId", signedIn.loginId);
  session.write("idToken", signedIn.idToken);
  return true;
}

const trySignIn = async (loginId: string): Promise<boolean> => {
  try {
    return await signInWithPending(loginId);
  } catch (error) {
    if (error instanceof ConnectionError) throw error;
    return false;
  }
};

/**
 * Confirms the account and signs in. `answerLost`: the answer of an earlier confirmation never came, so that a refusal
 * may mean that it is done. Throws when there is no connection.
 */
export async function confirmAccount(
  loginId: string,
  code: string,
  answerLost: boolean,
): Promise<Confirmation> {
  try {
    await confirmSignUp(loginId, code);
  } catch (error) {
    if (!(error instanceof IdentityError)) throw error;
    if (error.code !== "NotAuthorizedException") return "wrong-code";
    if (await trySignIn(loginId)) return "signed-in";
    return answerLost ? "confirmed" : "taken";
  }
  return (await trySignIn(loginId)) ? "signed-in" : "confirmed";
}

const signInToContinue = "メールアドレスの確認が完了しました。ログインすると登録が続きます。";

/** Leads to /signin, for an account that is confirmed. */
export function useSignInToContinue() {
  const navigate = useNavigate();
  return (loginId: string) => navigate(paths.signIn, { state: { message: signInToContinue, loginId } });
}

/**
 * Confirms the account and goes on: to the last call, or to /signin when the password is not known any more. Resolves to
 * why the code does not count. Throws when there is no connection.
 */
export function useConfirmAccount({ userId = "" }: Draft, onSignedIn: () => void) {
  const goToSignIn = useSignInToContinue();
  const answerLost = useRef(false);
  const confirm = (code: string) =>
    confirmAccount(userId, code, answerLost.current).catch((error: unknown) => {
      if (error instanceof ConnectionError) answerLost.current = true;
      throw error;
    });
  return async (code: string): Promise<CodeRefusal | undefined> => {
    switch (await confirm(code)) {
      case "signed-in":
        onSignedIn();
        return undefined;
      case "confirmed":
        goToSignIn(userId);
        return undefined;
      case "taken":
        return { message: failureMessages.emailTaken };
      case "wrong-code":
        return { message: failureMessages.verificationFailed };
    }
  };
}
