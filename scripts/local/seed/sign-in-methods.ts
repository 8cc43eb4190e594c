/** A signed-in customer's authenticator app and passkeys, added by the calls of Cognito that the screens make. */
import {
  AssociateSoftwareTokenCommand,
  type CognitoIdentityProviderClient,
  CompleteWebAuthnRegistrationCommand,
  SetUserMFAPreferenceCommand,
  StartWebAuthnRegistrationCommand,
  VerifySoftwareTokenCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import {
  AuthenticatorEmulator,
  PasskeysCredentialsMemoryRepository,
  WebAuthnEmulator,
} from "nid-webauthn-emulator";
import { codeOfStep, stepAt } from "../emulators/cognito/mfa/software-token.ts";

/** The app's code `steps` half-minutes from now. A code counts once, so two in a row need two steps. */
export const authenticatorCode = (secret: string, steps = 0): string =>
  codeOfStep(secret, stepAt(Date.now()) + steps);

/** Proves the app with the code of the last half-minute: the present one and the next are unused. Returns its secret. */
export async function switchOnAuthenticator(
  cognito: CognitoIdentityProviderClient,
  AccessToken: string,
): Promise<string> {
  const { SecretCode = "" } = await cognito.send(new AssociateSoftwareTokenCommand({ AccessToken }));
  const prove = () => {
    const UserCode = authenticatorCode(SecretCode, -1);
    return cognito.send(new VerifySoftwareTokenCommand({ AccessToken, UserCode }));
  };
  // A half-minute may end on the way.
  await prove().catch(prove);
  const SoftwareTokenMfaSettings = { Enabled: true, PreferredMfa: true };
  await cognito.send(new SetUserMFAPreferenceCommand({ AccessToken, SoftwareTokenMfaSettings }));
  return SecretCode;
}

export type CreationOptions = Parameters<WebAuthnEmulator["createJSON"]>[1];
type AuthenticatorSettings = ConstructorParameters<typeof AuthenticatorEmulator>[0];

/** With an authenticator of its own. */
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

/** The passkey of a browser that holds one, as `WebAuthn.addCredential` of the DevTools protocol takes it: bytes are in Base64. */
export function heldPasskey({ authenticator }: WebAuthnEmulator) {
  const [held] = authenticator.params.credentialsRepository?.loadCredentials() ?? [];
  if (!held) throw new Error("The browser holds no passkey");
  const { id, privateKey, userHandle = new Uint8Array(), rpId } = held.publicKeyCredentialSource;
  return {
    credentialId: base64(id),
    isResidentCredential: true,
    rpId: rpId.value,
    privateKey: base64(privateKey),
    userHandle: base64(userHandle),
    signCount: held.authenticatorData.signCount,
  };
}
export type HeldPasskey = ReturnType<typeof heldPasskey>;

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64");
