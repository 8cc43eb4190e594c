/** The changes of an account in the user pool while its tokens are still valid. */
import {
  AdminDeleteUserCommand,
  AdminDisableUserCommand,
  AdminGetUserCommand,
  UserNotFoundException,
} from "@aws-sdk/client-cognito-identity-provider";
import { identifiers } from "#scripts/local/identifiers.ts";
import { newPerson, type Person } from "./people.ts";
import type { Portal } from "./portal.ts";

const named = ({ loginId }: Person) => ({ UserPoolId: identifiers.userPoolId, Username: loginId });

export async function accountState(portal: Portal, person: Person): Promise<"enabled" | "disabled" | "gone"> {
  try {
    const { Enabled } = await portal.cognitoClient.send(new AdminGetUserCommand(named(person)));
    return Enabled ? "enabled" : "disabled";
  } catch (error) {
    if (error instanceof UserNotFoundException) return "gone";
    throw error;
  }
}

export const deleteAccount = (portal: Portal, person: Person) =>
  portal.cognitoClient.send(new AdminDeleteUserCommand(named(person)));

export const disableAccount = (portal: Portal, person: Person) =>
  portal.cognitoClient.send(new AdminDisableUserCommand(named(person)));

/** As after a sign-up whose code nobody typed in. */
export async function unconfirmAccount(portal: Portal, person: Person): Promise<void> {
  await deleteAccount(portal, person);
  const { loginId: userName, sub, email } = person;
  portal.cognito.seedUser({ userName, sub, email, password: "Correct-Horse-1", status: "UNCONFIRMED" });
}

/** Somebody else signed up under the login ID. */
export async function replaceAccount(portal: Portal, person: Person): Promise<void> {
  await deleteAccount(portal, person);
  const { sub, email } = newPerson();
  portal.cognito.seedUser({ userName: person.loginId, sub, email, password: "Correct-Horse-1" });
}
