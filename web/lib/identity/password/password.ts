/** Passwords: changing one's own, and setting a new one with a code from a mail. Throws `IdentityError`. */
import { asChange } from "../../net/last-change.ts";
import { session } from "../../session/session.ts";
import { callProvider, isIdentityError } from "../provider.ts";
import { currentSession, signOut } from "../tokens/session.ts";
import { withoutOuterSpaces } from "./outer-spaces.ts";
import { signIn } from "./sign-in.ts";

/** `nobody`: this browser holds no tokens. `expired`: it does, but Cognito does not renew them. */
export type SessionState = "valid" | "expired" | "nobody";

export async function sessionState(): Promise<SessionState> {
  if (!(await callProvider(({ holdsTokens }) => holdsTokens()))) return "nobody";
  return (await currentSession({ refresh: true })) ? "valid" : "expired";
}

/**
 * Changes the password of the signed-in customer. When the answer is lost the request is repeated, and the current password
 * is wrong by then: a new password that is in force already counts as changed.
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

/** Mails a code; a new one invalidates the one before it. An account that does not exist is answered alike. */
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

/** The password is set, and only what was to happen after it failed. */
const afterwards = ["UserLambdaValidationException", "UnexpectedLambdaException"];

/**
 * Sets a new password with the code from the mail. A code that is used up may be this very reset's, whose answer was lost:
 * then the new password is in force.
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
