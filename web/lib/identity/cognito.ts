/** The part of Amplify that the portal uses, as one chunk. Only `provider.ts` loads it, on first use. */
import { Amplify } from "aws-amplify";
import { confirmSignUp, fetchAuthSession, resendSignUpCode, signIn, signOut, signUp } from "aws-amplify/auth";
import type { LoadedConfig } from "../site-config.ts";

export function configure({ userPoolId, userPoolClientId, userPoolEndpoint }: LoadedConfig): void {
  Amplify.configure({
    Auth: { Cognito: { userPoolId, userPoolClientId, ...(userPoolEndpoint && { userPoolEndpoint }) } },
  });
}

export { confirmSignUp, fetchAuthSession, resendSignUpCode, signIn, signOut, signUp };
