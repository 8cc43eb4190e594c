/** Signing in with the password. */
import type { SignInOutput } from "aws-amplify/auth";
import { session } from "../session.ts";
import type { Challenge } from "./challenge.ts";
import { attempt, type Cognito, IdentityError, toIdentityError } from "./provider.ts";
import { signOut } from "./session.ts";

export type SignInResult = "done" | "confirm-sign-up" | Challenge;

async function startSignIn({ signIn, signInOptions }: Cognito, loginId: string, password: string) {
  const credentials = { username: loginId, password, options: signInOptions() };
  try {
    return await signIn(credentials);
  } catch (error) {
    if (toIdentityError(error).code !== "UserAlreadyAuthenticatedException") throw error;
    await signOut();
    session.forgetCustomer();
    return signIn(credentials);
  }
}

/** Translates Amplify's next step. Throws when the password must be reset first. */
export async function resultOf({ nextStep }: SignInOutput): Promise<SignInResult> {
  switch (nextStep.signInStep) {
    case "DONE":
      return "done";
    case "CONFIRM_SIGN_UP":
      return "confirm-sign-up";
    case "RESET_PASSWORD":
      throw new IdentityError("PasswordResetRequiredException", "Password reset required");
    default:
      return (await import("./challenge.ts")).challengeOf(nextStep);
  }
}

/** Signs in with SRP. Another session is signed out first. */
export const signIn = (loginId: string, password: string): Promise<SignInResult> =>
  attempt(async (cognito) => resultOf(await startSignIn(cognito, loginId, password)));
