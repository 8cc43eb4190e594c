import {
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
  AdminSetUserMFAPreferenceCommand,
  AdminSetUserPasswordCommand,
  AdminUpdateUserAttributesCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import { inject } from "vitest";
import type { LocalCloudOptions } from "#scripts/local/cloud.ts";
import { cognito, newPerson, type Person } from "./customer.ts";
import { startPortal } from "./portal-pool.ts";

/** Another portal beside the common one, with a user pool unlike ours. */
export const startOtherPortal = (userPool: LocalCloudOptions["userPool"]) =>
  startPortal({ ...inject("portalParts"), ...(userPool && { userPool }) });

const listed = (attributes: Record<string, string>) =>
  Object.entries(attributes).map(([Name, Value]) => ({ Name, Value }));

/** An account that an operator opens: its password is temporary, and no mail goes out. */
export async function openAccount(
  portalUrl: string,
  attributes: Record<string, string>,
  person = newPerson(),
): Promise<Person> {
  const { client, userPoolId: UserPoolId } = await cognito(portalUrl);
  await client.send(
    new AdminCreateUserCommand({
      UserPoolId,
      Username: person.loginId,
      TemporaryPassword: person.password,
      UserAttributes: listed(attributes),
      MessageAction: "SUPPRESS",
    }),
  );
  return person;
}

/** As the job does with an account that nobody confirmed. */
export async function deleteAccount(portalUrl: string, { loginId: Username }: Person): Promise<void> {
  const { client, userPoolId: UserPoolId } = await cognito(portalUrl);
  await client.send(new AdminDeleteUserCommand({ UserPoolId, Username }));
}

/** The same, past the first sign-in. */
export async function openSettledAccount(
  portalUrl: string,
  attributes: Record<string, string>,
): Promise<Person> {
  const person = await openAccount(portalUrl, attributes);
  const { client, userPoolId: UserPoolId } = await cognito(portalUrl);
  const { loginId: Username, password: Password } = person;
  await client.send(new AdminSetUserPasswordCommand({ UserPoolId, Username, Password, Permanent: true }));
  return person;
}

/** Gives an account with an authenticator app a phone as well, neither being preferred. */
export async function addPhone(
  portalUrl: string,
  { loginId: Username }: Person,
  number: string,
): Promise<void> {
  const { client, userPoolId: UserPoolId } = await cognito(portalUrl);
  const UserAttributes = listed({ phone_number: number, phone_number_verified: "true" });
  await client.send(new AdminUpdateUserAttributesCommand({ UserPoolId, Username, UserAttributes }));
  const either = { Enabled: true, PreferredMfa: false };
  await client.send(
    new AdminSetUserMFAPreferenceCommand({
      UserPoolId,
      Username,
      SMSMfaSettings: either,
      SoftwareTokenMfaSettings: either,
    }),
  );
}
