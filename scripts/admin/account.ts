import { AdminGetUserCommand, UserNotFoundException } from "@aws-sdk/client-cognito-identity-provider";
import { AdminRefused, type Order } from "./command.ts";

/** The account of that login ID. Throws `AdminRefused` when there is none. */
export async function findAccount(
  loginId: string,
  { cognito, userPoolId }: Order,
): Promise<{ sub: string; userName: string }> {
  const command = new AdminGetUserCommand({ UserPoolId: userPoolId, Username: loginId });
  try {
    const { Username: userName, UserAttributes = [] } = await cognito.send(command);
    const sub = UserAttributes.find(({ Name }) => Name === "sub")?.Value;
    if (sub === undefined || userName === undefined) throw new Error(`${loginId} has no sub`);
    return { sub, userName };
  } catch (error) {
    if (!(error instanceof UserNotFoundException)) throw error;
    throw new AdminRefused(`There is no account with the login ID ${loginId}.`);
  }
}
