/** The user pool, asked with the function's own role. Source: Amazon Cognito user pools API reference. */
import * as z from "zod/mini";
import { environment } from "../runtime/environment.ts";
import { AwsError, callAws } from "./aws.ts";

const attributes = z.object({
  UserAttributes: z.array(z.object({ Name: z.string(), Value: z.optional(z.string()) })),
});

/**
 * The address that the account has proven, as it is now: a token may be older. Undefined when there is none, or when the
 * login ID is no longer that account's.
 */
export async function readProvenEmail(loginId: string, sub: string): Promise<string | undefined> {
  const answer = await callPool("AdminGetUser", environment("USER_POOL_ID"), loginId).catch(unlessUnknown);
  if (answer === undefined) return undefined;
  const list = attributes.parse(answer).UserAttributes;
  const attribute = (name: string) => list.find(({ Name }) => Name === name)?.Value;
  return attribute("sub") === sub && attribute("email_verified") === "true" ? attribute("email") : undefined;
}

/** From now on no session of the account can be refreshed. */
export async function endSessions(userPoolId: string, loginId: string): Promise<void> {
  await callPool("AdminUserGlobalSignOut", userPoolId, loginId);
}

const callPool = (operation: string, userPoolId: string, loginId: string) =>
  callAws({
    service: "cognito-idp",
    target: `AWSCognitoIdentityProviderService.${operation}`,
    body: { UserPoolId: userPoolId, Username: loginId },
    attempts: 3,
    timeoutMs: 1500,
  });

function unlessUnknown(error: unknown): undefined {
  if (error instanceof AwsError && error.code === "UserNotFoundException") return;
  throw error;
}
