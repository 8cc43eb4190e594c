import { fetchWithin } from "../connection-error.ts";
import { loadSiteConfig } from "../site-config.ts";
import { IdentityError } from "./provider.ts";
import { attemptSignedIn, signOut } from "./session.ts";

const timeoutMilliseconds = 30_000;

/** Cognito's `GlobalSignOut`. */
async function endEverySession(accessToken: string): Promise<void> {
  const { region, userPoolEndpoint = `https://cognito-idp.${region}.amazonaws.com/` } =
    await loadSiteConfig();
  const response = await fetchWithin(timeoutMilliseconds, userPoolEndpoint, {
    method: "POST",
    headers: {
      "content-type": "application/x-amz-json-1.1",
      "x-amz-target": "AWSCognitoIdentityProviderService.GlobalSignOut",
    },
    body: JSON.stringify({ AccessToken: accessToken }),
  });
  if (!response.ok)
    throw new IdentityError(
      response.status === 400 ? "NotAuthorizedException" : "InternalErrorException",
      `GlobalSignOut: ${response.status}`,
    );
}

/**
 * Ends every session of the signed-in person, this one included. Throws as `attemptSignedIn` does when Cognito has not
 * said that it is done: Amplify's own global sign-out keeps that to itself.
 */
export async function signOutEverywhere(): Promise<void> {
  await attemptSignedIn(async ({ fetchAuthSession }) => {
    const { tokens } = await fetchAuthSession();
    if (!tokens) throw new IdentityError("UserUnAuthenticatedException", "No session");
    await endEverySession(tokens.accessToken.toString());
  });
  await signOut();
}
