/** A browser with an authenticator of its own, and a signed-in customer who adds passkeys with it. */
import {
  type CognitoIdentityProviderClient,
  CompleteWebAuthnRegistrationCommand,
  StartWebAuthnRegistrationCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import {
  AuthenticatorEmulator,
  PasskeysCredentialsMemoryRepository,
  WebAuthnEmulator,
} from "nid-webauthn-emulator";

export type CreationOptions = Parameters<WebAuthnEmulator["createJSON"]>[1];
type AuthenticatorSettings = ConstructorParameters<typeof AuthenticatorEmulator>[0];

export const newBrowser = (settings: AuthenticatorSettings = {}): WebAuthnEmulator =>
  new WebAuthnEmulator(
    new AuthenticatorEmulator({
      credentialsRepository: new PasskeysCredentialsMemoryRepository(),
      ...settings,
    }),
  );

export async function creationOptions(
  cognito: CognitoIdentityProviderClient,
  AccessToken: string,
): Promise<CreationOptions> {
  const started = await cognito.send(new StartWebAuthnRegistrationCommand({ AccessToken }));
  return started.CredentialCreationOptions as unknown as CreationOptions;
}

export function completeRegistration(
  cognito: CognitoIdentityProviderClient,
  AccessToken: string,
  credential: ReturnType<WebAuthnEmulator["createJSON"]>,
) {
  const Credential = JSON.parse(JSON.stringify(credential));
  return cognito.send(new CompleteWebAuthnRegistrationCommand({ AccessToken, Credential }));
}

/** Its credential id. */
export async function addPasskey(
  cognito: CognitoIdentityProviderClient,
  AccessToken: string,
  browser = newBrowser(),
): Promise<string> {
  const options = await creationOptions(cognito, AccessToken);
  const credential = browser.createJSON("http://localhost:3000", options);
  await completeRegistration(cognito, AccessToken, credential);
  return credential.id;
}
