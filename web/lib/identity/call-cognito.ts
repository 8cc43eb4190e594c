import { fetchWithin } from "../api/connection-error.ts";
import { loadSiteConfig } from "../site-config.ts";
import { IdentityError } from "./provider.ts";

const timeoutMilliseconds = 30_000;

/** An operation that Amplify does not have, or whose outcome it keeps to itself. Throws `IdentityError` or `ConnectionError`. */
export async function callCognito(
  operation: "GlobalSignOut" | "RevokeToken" | "UpdateDeviceStatus",
  parameters: Record<string, string>,
): Promise<void> {
  const { region, userPoolEndpoint = `https://cognito-idp.${region}.amazonaws.com/` } =
    await loadSiteConfig();
  const response = await fetchWithin(timeoutMilliseconds, userPoolEndpoint, {
    method: "POST",
    headers: {
      "content-type": "application/x-amz-json-1.1",
      "x-amz-target": `AWSCognitoIdentityProviderService.${operation}`,
    },
    body: JSON.stringify(parameters),
  });
  if (!response.ok)
    throw new IdentityError(
      response.status === 400 ? "NotAuthorizedException" : "InternalErrorException",
      `${operation}: ${response.status}`,
    );
}
