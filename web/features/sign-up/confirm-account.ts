import { useRef } from "react";
import { useNavigate } from "react-router-dom";
import { failureMessages } from "#shared/messages.ts";
import { paths } from "#shared/site/paths.ts";
import type { CodeRefusal } from "#web/flow/code-entry.tsx";
import type { SignUpDraft } from "#web/flow/sign-up-draft.ts";
import { recallPassword } from "#web/lib/identity/password/pending-password.ts";
import { signIn } from "#web/lib/identity/password/sign-in.ts";
import { confirmSignUp } from "#web/lib/identity/password/sign-up.ts";
import { IdentityError } from "#web/lib/identity/provider.ts";
import { currentSession } from "#web/lib/identity/tokens/current-session.ts";
import { ConnectionError } from "#web/lib/net/connection-error.ts";
import { tabStorage } from "#web/lib/storage/tab-storage.ts";

type Confirmation = "signed-in" | "confirmed" | "taken" | "wrong-code";

/** Signs in with the password of step 4 and stores the session. Returns false if the password is unknown or refused. */
async function signInWithPending(loginId: string): Promise<boolean> {
  const password = recallPassword(loginId);
  if (password === undefined || (await signIn(loginId, password)) !== "done") return false;
  const signedIn = await currentSession();
  if (!signedIn) return false;
  // The values may be an earlier customer's.
  for (const key of ["customerId", "plan", "paymentType"] as const) tabStorage.remove(key);
  tabStorage.write("loginId", signedIn.loginId);
  tabStorage.write("idToken", signedIn.idToken);
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
 * Confirms the account and signs in. `responseLost`: an earlier confirmation got no response, so that a
 * refusal can mean that the account is confirmed. Throws `ConnectionError`.
 */
export async function confirmAccount(
  loginId: string,
  code: string,
  responseLost: boolean,
): Promise<Confirmation> {
  try {
    await confirmSignUp(loginId, code);
  } catch (error) {
    if (!(error instanceof IdentityError)) throw error;
    if (error.code !== "NotAuthorizedException") return "wrong-code";
    if (await trySignIn(loginId)) return "signed-in";
    return responseLost ? "confirmed" : "taken";
  }
  return (await trySignIn(loginId)) ? "signed-in" : "confirmed";
}

const signInToContinue = "メールアドレスの確認が完了しました。ログインすると登録が続きます。";

/** Returns a function that navigates to /signin, for a confirmed account. */
export function useSignInToContinue() {
  const navigate = useNavigate();
  return (loginId: string) => navigate(paths.signIn, { state: { message: signInToContinue, loginId } });
}

/**
 * Returns a function that confirms the account and continues: with `onSignedIn`, or at /signin if the
 * password is unknown. It resolves to a refusal of the code, and throws `ConnectionError`.
 */
export function useConfirmAccount({ userId = "" }: SignUpDraft, onSignedIn: () => void) {
  const goToSignIn = useSignInToContinue();
  const responseLost = useRef(false);
  const confirm = (code: string) =>
    confirmAccount(userId, code, responseLost.current).catch((error: unknown) => {
      if (error instanceof ConnectionError) responseLost.current = true;
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
