import { ConnectionError, fetchWithin } from "../net/connection-error.ts";
import { loadSiteConfig } from "../net/site-config.ts";
import { IdentityError } from "./provider.ts";

const timeoutMilliseconds = 30_000;

type Operation =
  | "ConfirmDevice"
  | "InitiateAuth"
  | "RespondToAuthChallenge"
  | "RevokeToken"
  | "SetUserMFAPreference"
  | "UpdateDeviceStatus";

/**
 * Calls an operation that Amplify lacks, whose result it hides, or that it cannot call with our parameters.
 * Returns Cognito's response. Throws `IdentityError` or `ConnectionError`.
 */
export async function callCognito(operation: Operation, parameters: object): Promise<unknown> {
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
  const body: unknown = await response.json().catch(() => undefined);
  if (response.ok) return body;
  if (body === undefined) throw new ConnectionError("intermediary");
  throw refusalOf(body) ?? new IdentityError("InternalErrorException", `${operation}: ${response.status}`);
}

/** Ends the session of a refresh token. */
export async function revokeToken(Token: string): Promise<void> {
  const { userPoolClientId: ClientId } = await loadSiteConfig();
  await callCognito("RevokeToken", { ClientId, Token });
}

/** Reads an error of the AWS JSON protocol: `{"__type": "NotAuthorizedException", "message": "..."}`. */
function refusalOf(body: unknown): IdentityError | undefined {
  if (typeof body !== "object" || body === null || !("__type" in body)) return undefined;
  const message = "message" in body ? String(body.message) : "";
  return new IdentityError(String(body.__type).replace(/^.*#/, ""), message);
}
