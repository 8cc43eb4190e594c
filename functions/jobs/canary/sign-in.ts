import { AdminInitiateAuthCommand } from "@aws-sdk/client-cognito-identity-provider";
import { cognito } from "#functions/platform/aws-clients.ts";
import { environment } from "#functions/runtime/environment.ts";

/** Returns the id token. Throws if the user pool refuses or asks for another challenge. */
export async function signIn(loginId: string, password: string): Promise<string> {
  const command = new AdminInitiateAuthCommand({
    UserPoolId: environment("USER_POOL_ID"),
    ClientId: environment("CANARY_CLIENT_ID"),
    AuthFlow: "ADMIN_USER_PASSWORD_AUTH",
    AuthParameters: { USERNAME: loginId, PASSWORD: password },
  });
  const { AuthenticationResult, ChallengeName } = await cognito().send(command);
  if (AuthenticationResult?.IdToken) return AuthenticationResult.IdToken;
  throw new Error(`the pool asks the canary for ${ChallengeName}`);
}
