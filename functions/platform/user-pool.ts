/** The user pool, asked with the function's own role. */
import {
  AdminGetUserCommand,
  AdminUserGlobalSignOutCommand,
  UserNotFoundException,
} from "@aws-sdk/client-cognito-identity-provider";
import { untilDeadline } from "../runtime/deadline.ts";
import { environment } from "../runtime/environment.ts";
import { cognito } from "./aws-clients.ts";

/**
 * The address that the account has proven, as it is now: a token may be older. Undefined when there is none, or when the
 * login ID is no longer that account's.
 */
export async function readProvenEmail(loginId: string, sub: string): Promise<string | undefined> {
  const attributes = await readAttributes(loginId);
  if (attributes.get("sub") !== sub || attributes.get("email_verified") !== "true") return undefined;
  return attributes.get("email");
}

/** Empty when there is no such account. */
async function readAttributes(loginId: string): Promise<Map<string | undefined, string | undefined>> {
  const command = new AdminGetUserCommand({ UserPoolId: environment("USER_POOL_ID"), Username: loginId });
  try {
    const { UserAttributes = [] } = await cognito().send(command, untilDeadline());
    return new Map(UserAttributes.map(({ Name, Value }) => [Name, Value]));
  } catch (error) {
    if (error instanceof UserNotFoundException) return new Map();
    throw error;
  }
}

/** From now on no session of the account can be refreshed. */
export async function endSessions(UserPoolId: string, loginId: string): Promise<void> {
  const command = new AdminUserGlobalSignOutCommand({ UserPoolId, Username: loginId });
  await cognito().send(command, untilDeadline());
}
