/** Signing in past the site, with the pool's own calls. */
import {
  AdminInitiateAuthCommand,
  CognitoIdentityProviderClient,
} from "@aws-sdk/client-cognito-identity-provider";
import { identifiers } from "#scripts/local/identifiers.ts";
import type { Portal } from "#test/functions/support/portal.ts";

export const cognitoOf = ({ settings, operator: credentials }: Portal): CognitoIdentityProviderClient =>
  new CognitoIdentityProviderClient({
    region: identifiers.region,
    endpoint: settings.AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER ?? "",
    credentials,
  });

/** By the canary's client, which needs no proof of the password. Tokens, or a challenge. */
export function enterPassword(portal: Portal, USERNAME: string, PASSWORD = "Correct-Horse-1") {
  const { userPoolId: UserPoolId, canaryClientId: ClientId } = identifiers;
  const AuthParameters = { USERNAME, PASSWORD };
  const flow = { UserPoolId, ClientId, AuthFlow: "ADMIN_USER_PASSWORD_AUTH", AuthParameters } as const;
  return cognitoOf(portal).send(new AdminInitiateAuthCommand(flow));
}

export async function signInAs(portal: Portal, userName: string, password?: string) {
  const { AuthenticationResult } = await enterPassword(portal, userName, password);
  return {
    accessToken: AuthenticationResult?.AccessToken ?? "",
    idToken: AuthenticationResult?.IdToken ?? "",
  };
}
