/** Signing in with the password. */
import { attempt, type Cognito, IdentityError, toIdentityError } from "./provider.ts";

export type SignInResult = "done" | "confirm-sign-up" | "challenge";

async function startSignIn({ signIn, signOut }: Cognito, loginId: string, password: string) {
  const credentials = { username: loginId, password };
  try {
    return await signIn(credentials);
  } catch (error) {
    if (toIdentityError(error).code !== "UserAlreadyAuthenticatedException") throw error;
    await signOut();
    return signIn(credentials);
  }
}

/** Signs in with SRP. A leftover session is signed out first. */
export async function signIn(loginId: string, password: string): Promise<SignInResult> {
  const { nextStep } = await attempt((cognito) => startSignIn(cognito, loginId, password));
  switch (nextStep.signInStep) {
    case "DONE":
      return "done";
    case "CONFIRM_SIGN_UP":
      return "confirm-sign-up";
    case "RESET_PASSWORD":
      throw new IdentityError("PasswordResetRequiredException", "Password reset required");
    default:
      return "challenge";
  }
}
