/** Accounts that are new. */
import { attempt } from "./provider.ts";

/** Creates the account, unconfirmed; Cognito sends a code to `email`. */
export async function signUp(account: { loginId: string; password: string; email: string }): Promise<void> {
  const { loginId: username, password, email } = account;
  await attempt(({ signUp }) => signUp({ username, password, options: { userAttributes: { email } } }));
}

export async function confirmSignUp(loginId: string, code: string): Promise<void> {
  await attempt(({ confirmSignUp }) => confirmSignUp({ username: loginId, confirmationCode: code }));
}

/** A new code invalidates the one before it. */
export async function resendSignUpCode(loginId: string): Promise<void> {
  await attempt(({ resendSignUpCode }) => resendSignUpCode({ username: loginId }));
}
