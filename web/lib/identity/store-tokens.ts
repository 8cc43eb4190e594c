import { Amplify } from "aws-amplify";
import { decodeJWT } from "aws-amplify/auth";
import { DefaultTokenStore } from "aws-amplify/auth/cognito";

export interface AuthenticationResult {
  AccessToken: string;
  IdToken: string;
  RefreshToken: string;
  /** Cognito renews the tokens with the key of the device that they are bound to. */
  NewDeviceMetadata?: { DeviceKey: string; DeviceGroupKey: string } | undefined;
}

type Storage = Parameters<DefaultTokenStore["setKeyValueStorage"]>[0];

/** Keeps tokens that Cognito gave to a call of ours as Amplify keeps its own. */
export async function storeTokens(result: AuthenticationResult, storage: Storage): Promise<void> {
  const { Auth } = Amplify.getConfig();
  if (Auth === undefined) throw new Error("Amplify is not configured");
  const store = new DefaultTokenStore();
  store.setAuthConfig(Auth);
  store.setKeyValueStorage(storage);
  const accessToken = decodeJWT(result.AccessToken);
  const { iat = 0, username } = accessToken.payload;
  await store.storeTokens({
    accessToken,
    idToken: decodeJWT(result.IdToken),
    refreshToken: result.RefreshToken,
    clockDrift: iat * 1000 - Date.now(),
    username: String(username),
    ...deviceOf(result),
  });
}

/** The device is not confirmed: a passkey needs none to stand in for the second factor. */
function deviceOf({ NewDeviceMetadata: device }: AuthenticationResult) {
  if (!device) return {};
  const { DeviceKey: deviceKey, DeviceGroupKey: deviceGroupKey } = device;
  return { deviceMetadata: { deviceKey, deviceGroupKey, randomPassword: crypto.randomUUID() } };
}
