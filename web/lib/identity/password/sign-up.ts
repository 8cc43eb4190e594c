/** Creates and confirms accounts. */
import { phoneVerificationAttribute } from "#shared/sign-up.ts";
import { asChange } from "../../net/last-change.ts";
import { callProvider } from "../provider.ts";

export interface NewAccount {
  loginId: string;
  password: string;
  email: string;
  /** The id of the phone verification, which can delete the account until it is confirmed. */
  requestId: string | undefined;
}

/** Creates an unconfirmed account. Cognito sends a code to `email`. */
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

/** Sends a new code; an earlier code becomes invalid. */
export async function resendSignUpCode(loginId: string): Promise<void> {
  await callProvider(({ resendSignUpCode }) => resendSignUpCode({ username: loginId }));
}
