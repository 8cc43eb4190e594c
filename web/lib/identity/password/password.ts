/** Changes a password, and resets it with a mailed code. Each function throws `IdentityError` or `ConnectionError`. */
import { asChange } from "../../net/last-change.ts";
import { session } from "../../session/session.ts";
import { callProvider, isIdentityError } from "../provider.ts";
import { currentSession, signOut } from "../tokens/current-session.ts";
import { withoutOuterSpaces } from "./outer-spaces.ts";
import { signIn } from "./sign-in.ts";

/** `none`: this tab has no tokens. `expired`: Cognito refuses to renew them. */
export type SessionState = "valid" | "expired" | "none";

export async function sessionState(): Promise<SessionState> {
  if (!(await callProvider(({ holdsTokens }) => holdsTokens()))) return "none";
  return (await currentSession({ refresh: true })) ? "valid" : "expired";
}

/**
 * Changes the signed-in customer's password. If the response is lost, a repeated request fails because the
 * old password is wrong by then. So a new password that is already in force counts as changed.
 */
export async function changePassword(oldPassword: string, newPassword: string): Promise<void> {
  const change = (from: string) =>
    asChange(() =>
      callProvider(({ updatePassword }) =>
        session.within(() => updatePassword({ oldPassword: from, newPassword })),
      ),
    );
  try {
    await change(withoutOuterSpaces(oldPassword));
  } catch (error) {
    if (!isIdentityError(error, "NotAuthorizedException")) throw error;
    await change(newPassword).catch(() => {
      throw error;
    });
  }
}

/** Makes Cognito mail a code; an earlier code becomes invalid. The response is the same for an unknown login ID. */
export async function requestPasswordReset(loginId: string): Promise<void> {
  await callProvider(({ resetPassword }) => resetPassword({ username: loginId }));
}

async function isPasswordOf(loginId: string, password: string): Promise<boolean> {
  try {
    await signIn(loginId, password);
    await signOut();
    return true;
  } catch {
    return false;
  }
}

/** Errors of the trigger that runs after the password is set. */
const afterwards = ["UserLambdaValidationException", "UnexpectedLambdaException"];

/**
 * Sets a new password with the code from the mail. If the code is used up, the response of this reset may
 * have been lost: then the new password is in force, and the reset counts as done.
 */
export async function resetPassword(loginId: string, code: string, newPassword: string): Promise<void> {
  try {
    await asChange(() =>
      callProvider(({ confirmResetPassword }) =>
        confirmResetPassword({ username: loginId, confirmationCode: code, newPassword }),
      ),
    );
  } catch (error) {
    if (isIdentityError(error, ...afterwards)) return;
    if (isIdentityError(error, "ExpiredCodeException") && (await isPasswordOf(loginId, newPassword))) return;
    throw error;
  }
}
