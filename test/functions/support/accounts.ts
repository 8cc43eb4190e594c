/** What becomes of an account in the user pool while its tokens are still valid. */
import {
  AdminDeleteUserCommand,
  AdminDisableUserCommand,
  CognitoIdentityProviderClient,
} from "@aws-sdk/client-cognito-identity-provider";
import { identifiers } from "../../../scripts/local/identifiers.ts";
import { newPerson, type Person } from "./people.ts";
import type { Portal } from "./portal.ts";

const poolOf = ({ operator, settings }: Portal) =>
  new CognitoIdentityProviderClient({
    region: identifiers.region,
    endpoint: settings.AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER ?? "",
    credentials: operator,
  });
const named = ({ loginId }: Person) => ({ UserPoolId: identifiers.userPoolId, Username: loginId });

export const deleteAccount = (portal: Portal, person: Person) =>
  poolOf(portal).send(new AdminDeleteUserCommand(named(person)));

export const disableAccount = (portal: Portal, person: Person) =>
  poolOf(portal).send(new AdminDisableUserCommand(named(person)));

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
