import { callCognito } from "./call-cognito.ts";
import { IdentityError } from "./provider.ts";
import { attemptSignedIn } from "./session.ts";
import { forgetEveryBrowser } from "./trusted-browsers.ts";

/**
 * Ends every session of the signed-in person at Cognito, this one included, and trusts no browser any more. Throws as
 * `attemptSignedIn` does when Cognito has not said that it is done: Amplify's own global sign-out keeps that to itself.
 */
export async function signOutEverywhere(): Promise<void> {
  await forgetEveryBrowser();
  await attemptSignedIn(async ({ fetchAuthSession }) => {
    const { tokens } = await fetchAuthSession();
    if (!tokens) throw new IdentityError("UserUnAuthenticatedException", "No session");
    await callCognito("GlobalSignOut", { AccessToken: tokens.accessToken.toString() });
  });
}
