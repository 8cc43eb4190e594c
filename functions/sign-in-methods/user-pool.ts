/** Calls to the user pool with a customer's access token. */
import {
  CognitoIdentityProviderServiceException,
  type DeviceType,
  GetUserCommand,
  ListDevicesCommand,
  ListWebAuthnCredentialsCommand,
  SetUserMFAPreferenceCommand,
  type WebAuthnCredentialDescription,
} from "@aws-sdk/client-cognito-identity-provider";
import { browserName } from "#functions/activity/browser-name.ts";
import { cognito } from "#functions/platform/aws-clients.ts";
import { ApiError } from "#functions/runtime/api-error.ts";
import { untilDeadline } from "#functions/runtime/deadline.ts";
import type { Passkey, SignInMethods } from "#shared/endpoints.ts";

interface OwnAccount {
  email: string;
  /** Signing in with the password asks for the authenticator app's code. */
  hasAuthenticator: boolean;
}

/** Throws 401 for a token that Cognito does not take (any more), or that is another account's. */
export async function readOwnAccount(sub: string, AccessToken: string): Promise<OwnAccount> {
  const command = new GetUserCommand({ AccessToken });
  const { UserAttributes = [], UserMFASettingList = [] } = await cognito()
    .send(command, untilDeadline())
    .catch(refuseInvalidToken);
  const attributes = new Map(UserAttributes.map(({ Name, Value = "" }) => [Name, Value]));
  if (attributes.get("sub") !== sub) throw new ApiError("unauthorized");
  return {
    email: attributes.get("email") ?? "",
    hasAuthenticator: UserMFASettingList.includes("SOFTWARE_TOKEN_MFA"),
  };
}

/** Oldest first. Cognito allows 20. */
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

/** A user pool without passkeys has none to list. AWS does not document which of them it answers. */
const passkeysAreOff: readonly string[] = ["OperationNotEnabledException", "WebAuthnNotEnabledException"];

function noneWithoutPasskeys(error: unknown): { Credentials?: WebAuthnCredentialDescription[] } {
  if (error instanceof CognitoIdentityProviderServiceException && passkeysAreOff.includes(error.name))
    return {};
  throw error;
}

/** Cognito knows a device for every sign-in, 60 a page; trusted are those that the customer had it remember. */
export async function listTrustedBrowsers(AccessToken: string): Promise<SignInMethods["browsers"]> {
  const devices: DeviceType[] = [];
  let PaginationToken: string | undefined;
  do {
    const command = new ListDevicesCommand({
      AccessToken,
      Limit: 60,
      ...(PaginationToken && { PaginationToken }),
    });
    const page = await cognito().send(command, untilDeadline()).catch(refuseInvalidToken);
    devices.push(...(page.Devices ?? []));
    PaginationToken = page.PaginationToken;
  } while (PaginationToken !== undefined);
  return devices
    .map(({ DeviceKey: id = "", DeviceAttributes = [], DeviceLastAuthenticatedDate: lastUsedAt }) => ({
      id,
      attributes: new Map(DeviceAttributes.map(({ Name, Value = "" }) => [Name, Value])),
      lastUsedAt: lastUsedAt?.toISOString(),
    }))
    .filter(({ attributes }) => attributes.get("dev:device_remembered_status") === "remembered")
    .map(({ id, attributes, lastUsedAt }) => ({
      id,
      name: browserName(attributes.get("device_name") ?? ""),
      lastUsedAt,
    }))
    .sort((one, other) => ((one.lastUsedAt ?? "") < (other.lastUsedAt ?? "") ? 1 : -1));
}

/** A passkey then stands in for the authenticator app: without it Cognito takes none from whoever has the app on. */
export async function enablePasskeyMfa(AccessToken: string): Promise<void> {
  const command = new SetUserMFAPreferenceCommand({ AccessToken, WebAuthnMfaSettings: { Enabled: true } });
  await cognito().send(command, untilDeadline()).catch(refuseInvalidToken);
}

/** What Cognito says of a token that is none, is over, or whose account is gone or may not sign in. */
const refusals: readonly string[] = [
  "InvalidParameterException",
  "NotAuthorizedException",
  "PasswordResetRequiredException",
  "UserNotConfirmedException",
  "UserNotFoundException",
];

function refuseInvalidToken(error: unknown): never {
  if (error instanceof CognitoIdentityProviderServiceException && refusals.includes(error.name))
    throw new ApiError("unauthorized", { cause: error });
  throw error;
}
