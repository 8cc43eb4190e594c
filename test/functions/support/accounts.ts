/** The changes of an account in the user pool while its tokens are still valid. */
import {
  AdminDeleteUserCommand,
  AdminDisableUserCommand,
  AdminGetUserCommand,
  UserNotFoundException,
} from "@aws-sdk/client-cognito-identity-provider";
import { identifiers } from "#scripts/local/identifiers.ts";
import { undefinedIfError } from "#scripts/operator/undefined-if-error.ts";
import { newPerson, type Person } from "./people.ts";
import type { Portal } from "./portal.ts";

type Named = Pick<Person, "loginId">;
const named = ({ loginId }: Named) => ({ UserPoolId: identifiers.userPoolId, Username: loginId });

const accountOf = (portal: Portal, person: Named) =>
  undefinedIfError(UserNotFoundException, portal.cognitoClient.send(new AdminGetUserCommand(named(person))));

export async function accountState(portal: Portal, person: Named): Promise<"enabled" | "disabled" | "gone"> {
  const account = await accountOf(portal, person);
  if (!account) return "gone";
  return account.Enabled ? "enabled" : "disabled";
}

/** Cognito's word for it, or `gone`. */
export const statusInPool = async (portal: Portal, person: Named): Promise<string | undefined> =>
  ((await accountOf(portal, person)) ?? { UserStatus: "gone" }).UserStatus;

export const deleteAccount = (portal: Portal, person: Person) =>
  portal.cognitoClient.send(new AdminDeleteUserCommand(named(person)));

export const disableAccount = (portal: Portal, person: Person) =>
  portal.cognitoClient.send(new AdminDisableUserCommand(named(person)));

/** As after a sign-up whose code nobody typed in. */
export function seedUnconfirmed(portal: Portal, { loginId: userName, sub, email }: Person): void {
  portal.cognito.seedUser({ userName, sub, email, password: "Correct-Horse-1", status: "UNCONFIRMED" });
}

export async function unconfirmAccount(portal: Portal, person: Person): Promise<void> {
  await deleteAccount(portal, person);
  seedUnconfirmed(portal, person);
}

/** The requests that ended every session of an account, newest first. */
export const globalSignOuts = ({ requests }: Portal) =>
  requests.list("cognito").filter(({ operation }) => operation === "AdminUserGlobalSignOut");

/** Somebody else signed up under the login ID. */
export async function replaceAccount(portal: Portal, person: Person): Promise<void> {
  await deleteAccount(portal, person);
  const { sub, email } = newPerson();
  portal.cognito.seedUser({ userName: person.loginId, sub, email, password: "Correct-Horse-1" });
}
