/** Calls to the user pool with a customer's access token. */

import {
  CognitoIdentityProviderServiceException,
  ForgetDeviceCommand,
  GetUserCommand,
  ListDevicesCommand,
  ListWebAuthnCredentialsCommand,
  SetUserMFAPreferenceCommand,
  type WebAuthnCredentialDescription,
} from "@aws-sdk/client-cognito-identity-provider";
import { browserName } from "#functions/activity/browser-name.ts";
import { cognito } from "#functions/platform/aws-clients.ts";
import { attributesIn, isTrusted, listDevices } from "#functions/platform/user-pool.ts";
import { untilDeadline } from "#functions/runtime/deadline.ts";
import { HttpError } from "#functions/runtime/http-error.ts";
import { dayMs } from "#shared/durations.ts";
import type { Passkey, SignInMethods } from "#shared/endpoints.ts";
import { limits } from "#shared/limits.ts";

interface OwnAccount {
  email: string;
  /** Signing in with the password asks for the authenticator app's code. */
  hasAuthenticator: boolean;
}

/**
 * Returns the access token's account. Throws 401 for a token that Cognito rejects, or that is another
 * account's.
 */
export async function readOwnAccount(sub: string, AccessToken: string): Promise<OwnAccount> {
  const command = new GetUserCommand({ AccessToken });
  const { UserAttributes, UserMFASettingList = [] } = await cognito()
    .send(command, untilDeadline())
    .catch(refuseInvalidToken);
  const attributes = attributesIn(UserAttributes);
  if (attributes.sub !== sub) throw new HttpError("unauthorized");
  return {
    email: attributes.email ?? "",
    hasAuthenticator: UserMFASettingList.includes("SOFTWARE_TOKEN_MFA"),
  };
}

/** Returns the passkeys, oldest first. Cognito allows 20. */
export async function listCredentials(AccessToken: string): Promise<Passkey[]> {
  const command = new ListWebAuthnCredentialsCommand({ AccessToken, MaxResults: 20 });
  const { Credentials = [] } = await cognito()
    .send(command, untilDeadline())
    .catch(noneWithoutPasskeys)
    .catch(refuseInvalidToken);
  return Credentials.map(toPasskey).sort((one, other) => (one.createdAt < other.createdAt ? -1 : 1));
}

const toPasskey = ({ CredentialId, FriendlyCredentialName, CreatedAt }: WebAuthnCredentialDescription) => ({
  id: CredentialId ?? "",
  name: FriendlyCredentialName ?? "",
  createdAt: (CreatedAt ?? new Date(0)).toISOString(),
});

/** Errors of a user pool without passkeys. AWS does not document which of them it returns. */
const passkeysAreOff: readonly string[] = ["OperationNotEnabledException", "WebAuthnNotEnabledException"];

function noneWithoutPasskeys(error: unknown): { Credentials?: WebAuthnCredentialDescription[] } {
  if (error instanceof CognitoIdentityProviderServiceException && passkeysAreOff.includes(error.name))
    return {};
  throw error;
}

interface Browsers {
  /** Browsers that the customer chose to remember, the last used first. */
  trusted: SignInMethods["browsers"];
  /** Ids of browsers that have not been used for so long that neither a session nor trust is left. */
  unused: string[];
}

/** One day longer than a session, whose tokens are renewed with the device. */
const keptMs = (limits.sessionDays + 1) * dayMs;
const trustedMs = limits.trustedBrowserDays * dayMs;

export async function listBrowsers(AccessToken: string): Promise<Browsers> {
  const now = Date.now();
  const devices = await listDevices(
    (PaginationToken) => new ListDevicesCommand({ AccessToken, Limit: 60, PaginationToken }),
  ).catch(refuseInvalidToken);
  const browsers = devices.map((device) => {
    const { DeviceKey: id = "", DeviceLastAuthenticatedDate: lastUsedAt } = device;
    const hasTrust = isTrusted(device);
    const isUnused = now - (lastUsedAt?.getTime() ?? now) > (hasTrust ? trustedMs : keptMs);
    const name = browserName(attributesIn(device.DeviceAttributes).device_name ?? "");
    return { hasTrust, isUnused, id, name, lastUsedAt: lastUsedAt?.toISOString() };
  });
  return {
    trusted: browsers
      .filter(({ hasTrust, isUnused }) => hasTrust && !isUnused)
      .map(({ id, name, lastUsedAt }) => ({ id, name, lastUsedAt }))
      .sort((one, other) => ((one.lastUsedAt ?? "") < (other.lastUsedAt ?? "") ? 1 : -1)),
    unused: browsers.filter(({ isUnused }) => isUnused).map(({ id }) => id),
  };
}

/** More than sign-ins add, so that a backlog shrinks too; few enough for Cognito's rate limit. */
const mostForgotten = 10;

/** The next call repeats a failed step. */
export async function forgetBrowsers(AccessToken: string, ids: readonly string[]): Promise<void> {
  const forget = (DeviceKey: string) =>
    cognito().send(new ForgetDeviceCommand({ AccessToken, DeviceKey }), untilDeadline());
  await Promise.allSettled(ids.slice(0, mostForgotten).map(forget));
}

/**
 * Lets a passkey replace the authenticator app: otherwise Cognito accepts no passkey from a customer with the
 * app.
 */
export async function enablePasskeyMfa(AccessToken: string): Promise<void> {
  const command = new SetUserMFAPreferenceCommand({ AccessToken, WebAuthnMfaSettings: { Enabled: true } });
  await cognito().send(command, untilDeadline()).catch(refuseInvalidToken);
}

/** Cognito's errors for a token that is invalid or expired, or whose account is deleted or cannot sign in. */
const refusals: readonly string[] = [
  "InvalidParameterException",
  "NotAuthorizedException",
  "PasswordResetRequiredException",
  "UserNotConfirmedException",
  "UserNotFoundException",
];

function refuseInvalidToken(error: unknown): never {
  if (error instanceof CognitoIdentityProviderServiceException && refusals.includes(error.name))
    throw new HttpError("unauthorized", { cause: error });
  throw error;
}
