/** Accounts that are new. */
import { phoneVerificationAttribute } from "#shared/sign-up.ts";
import { asChange } from "../../net/last-change.ts";
import { callProvider } from "../provider.ts";

export interface NewAccount {
  loginId: string;
  password: string;
  email: string;
  /** Of the verified phone: with it the account can be withdrawn until it is confirmed. */
  requestId: string | undefined;
}

/** Creates the account, unconfirmed; Cognito sends a code to `email`. */
export async function signUpAtCognito({
  loginId: username,
  password,
  email,
  requestId,
}: NewAccount): Promise<void> {
  const proof = requestId === undefined ? {} : { [`custom:${phoneVerificationAttribute}`]: requestId };
  const userAttributes = { email, ...proof };
  await asChange(() =>
    callProvider(({ signUp }) => signUp({ username, password, options: { userAttributes } })),
  );
}

export async function confirmSignUp(loginId: string, code: string): Promise<void> {
  await asChange(() =>
    callProvider(({ confirmSignUp }) => confirmSignUp({ username: loginId, confirmationCode: code })),
  );
}

/** A new code invalidates the one before it. */
export async function resendSignUpCode(loginId: string): Promise<void> {
  await callProvider(({ resendSignUpCode }) => resendSignUpCode({ username: loginId }));
}
