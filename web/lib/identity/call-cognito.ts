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
 * An operation that Amplify does not have, whose outcome it keeps to itself, or that it cannot do as we need it. Resolves to
 * Cognito's answer. Throws `IdentityError` or `ConnectionError`.
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
  const answer: unknown = await response.json().catch(() => undefined);
  if (response.ok) return answer;
  if (answer === undefined) throw new ConnectionError("intermediary");
  throw refusalOf(answer) ?? new IdentityError("InternalErrorException", `${operation}: ${response.status}`);
}

/** Ends the sign-in that the refresh token is of. */
export async function revokeToken(Token: string): Promise<void> {
  const { userPoolClientId: ClientId } = await loadSiteConfig();
  await callCognito("RevokeToken", { ClientId, Token });
}

/** By the AWS JSON protocol: `{"__type": "NotAuthorizedException", "message": "..."}`. */
function refusalOf(answer: unknown): IdentityError | undefined {
  if (typeof answer !== "object" || answer === null || !("__type" in answer)) return undefined;
  const message = "message" in answer ? String(answer.message) : "";
  return new IdentityError(String(answer.__type).replace(/^.*#/, ""), message);
}
