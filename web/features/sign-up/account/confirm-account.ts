import { isConnectionFailure } from "#web/lib/api/use-failure.ts";
import { recallPassword } from "#web/lib/drafts/pending-password.ts";
import { IdentityError } from "#web/lib/identity/provider.ts";
import { currentSession } from "#web/lib/identity/session.ts";
import { signIn } from "#web/lib/identity/sign-in.ts";
import { confirmSignUp } from "#web/lib/identity/sign-up.ts";
import { session } from "#web/lib/session.ts";

export type Confirmation = "signed-in" | "confirmed" | "taken" | "wrong-code";

/** Signs in with the password of step 4 and stores the session; `false` when it is not known (any more) or refused. */
async function signInWithPending(loginId: string): Promise<boolean> {
  const password = recallPassword(loginId);
  if (password === undefined || (await signIn(loginId, password)) !== "done") return false;
  const signedIn = await currentSession();
  if (!signedIn) return false;
  // Whoever used this tab before.
  for (const key of ["customerId", "plan", "paymentType"] as const) session.remove(key);
  session.write("loginId", signedIn.loginId);
  session.write("idToken", signedIn.idToken);
  return true;
}

const trySignIn = async (loginId: string): Promise<boolean> => {
  try {
    return await signInWithPending(loginId);
  } catch (error) {
    if (isConnectionFailure(error)) throw error;
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
    if (!(error instanceof IdentityError) || error.isConnectionFailure) throw error;
    if (error.code !== "NotAuthorizedException") return "wrong-code";
    if (await trySignIn(loginId)) return "signed-in";
    return answerLost ? "confirmed" : "taken";
  }
  return (await trySignIn(loginId)) ? "signed-in" : "confirmed";
}
