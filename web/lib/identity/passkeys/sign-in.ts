/**
 * Signs in with a passkey by Cognito's operations: Amplify's `signIn` sends no client metadata with the answer to
 * WEB_AUTHN, and does not support autofill. Throws `IdentityError`, whose `code` is Cognito's or the browser's.
 */
import {
  type AuthenticationResponseJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
} from "@simplewebauthn/browser";
import { Amplify } from "aws-amplify";
import { decodeJWT } from "aws-amplify/auth";
import { DefaultTokenStore } from "aws-amplify/auth/cognito";
import * as z from "zod/mini";
import { within } from "../../net/connection-error.ts";
import { loadSiteConfig } from "../../net/site-config.ts";
import { callCognito } from "../call-cognito.ts";
import { endOtherSession } from "../password/sign-in.ts";
import { callProvider, IdentityError, toFailure } from "../provider.ts";
import { type createTokenOverlay, noDevicePassword, tokenStorage } from "../tokens/token-storage.ts";
import { noPasskey, rememberPasskeyLoginId } from "./login-id.ts";

const authenticated = z.object({
  AuthenticationResult: z.object({
    AccessToken: z.string(),
    IdToken: z.string(),
    RefreshToken: z.string(),
    /** The device that the tokens are bound to. Cognito needs its key to renew them. */
    NewDeviceMetadata: z.optional(z.object({ DeviceKey: z.string(), DeviceGroupKey: z.string() })),
  }),
});
type AuthenticationResult = z.output<typeof authenticated>["AuthenticationResult"];

type Storage = Parameters<DefaultTokenStore["setKeyValueStorage"]>[0];

/** Stores the tokens of Cognito's response as Amplify stores its own. */
async function storeTokens(result: AuthenticationResult, storage: Storage): Promise<void> {
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

function deviceOf({ NewDeviceMetadata: device }: AuthenticationResult) {
  if (!device) return {};
  const { DeviceKey: deviceKey, DeviceGroupKey: deviceGroupKey } = device;
  return { deviceMetadata: { deviceKey, deviceGroupKey, randomPassword: noDevicePassword } };
}

/** The leading zero byte makes the signed number positive. */
const randomNumber = (bytes: number): string =>
  btoa(String.fromCharCode(0, ...crypto.getRandomValues(new Uint8Array(bytes))));

/** Milliseconds. The customer waits meanwhile. */
const confirmationMilliseconds = 5_000;

/**
 * Confirms the device, because Cognito renews the tokens of confirmed devices only. The verifier is a random
 * number without a password: after a passkey, the device need not prove itself as a second factor. A failure
 * is ignored, as in Amplify's sign-ins; then the session ends with its first tokens. Source: AWS re:Post,
 * "Invalid Refresh Token" errors of the user pool API.
 */
async function confirmDevice({ AccessToken, NewDeviceMetadata: device }: AuthenticationResult) {
  if (!device) return;
  const DeviceSecretVerifierConfig = { Salt: randomNumber(16), PasswordVerifier: randomNumber(383) };
  const confirmation = { AccessToken, DeviceKey: device.DeviceKey, DeviceSecretVerifierConfig };
  await within(confirmationMilliseconds, "timeout", callCognito("ConfirmDevice", confirmation)).catch(
    () => {},
  );
}

/** The browser's signature and Cognito's challenge session for it. */
export interface PasskeyProof {
  loginId: string;
  challengeSession: string;
  credential: AuthenticationResponseJSON;
}

const challenge = z.object({
  ChallengeName: z.literal("WEB_AUTHN"),
  Session: z.string(),
  ChallengeParameters: z.object({ CREDENTIAL_REQUEST_OPTIONS: z.string() }),
});

/**
 * Requests the browser's signature. With `offer`, the passkey is offered in the login ID field (autofill)
 * until the signal aborts it. A newer request aborts an older one, because a browser runs one at a time.
 */
export async function askForPasskey(loginId: string, offer?: AbortSignal): Promise<PasskeyProof> {
  const { challengeSession, options } = await callProvider(() => requestChallenge(loginId));
  try {
    offer?.throwIfAborted();
    const credential = await startAuthentication({
      optionsJSON: options,
      useBrowserAutofill: offer !== undefined,
    });
    return { loginId, challengeSession, credential };
  } catch (error) {
    throw toFailure(error);
  }
}

async function requestChallenge(loginId: string) {
  const { userPoolClientId: ClientId } = await loadSiteConfig();
  const AuthParameters = { USERNAME: loginId, PREFERRED_CHALLENGE: "WEB_AUTHN" };
  const response = await callCognito("InitiateAuth", { ClientId, AuthFlow: "USER_AUTH", AuthParameters });
  const parsed = challenge.safeParse(response).data;
  if (!parsed) throw new IdentityError(noPasskey, "WEB_AUTHN is not available");
  const options: PublicKeyCredentialRequestOptionsJSON = JSON.parse(
    parsed.ChallengeParameters.CREDENTIAL_REQUEST_OPTIONS,
  );
  return { challengeSession: parsed.Session, options };
}

interface Entry {
  purpose?: "confirmation";
  /** The storage for tokens that are not the session's yet. */
  storage?: ReturnType<typeof createTokenOverlay>;
}

/** Signs in with the result of `askForPasskey`. */
export const signInWithPasskeyProof = (
  { loginId, challengeSession: Session, credential }: PasskeyProof,
  { purpose, storage }: Entry = {},
): Promise<void> =>
  callProvider(async (cognito, isLate) => {
    const { userPoolClientId: ClientId } = await loadSiteConfig();
    const response = await callCognito("RespondToAuthChallenge", {
      ClientId,
      ChallengeName: "WEB_AUTHN",
      Session,
      ChallengeResponses: { USERNAME: loginId, CREDENTIAL: JSON.stringify(credential) },
      ClientMetadata: { ...cognito.answerOptions(purpose).clientMetadata, passkey: credential.id },
    });
    const { AuthenticationResult } = authenticated.parse(response);
    await confirmDevice(AuthenticationResult);
    if (isLate()) return;
    if (storage === undefined) await endOtherSession(cognito);
    await storeTokens(AuthenticationResult, storage ?? tokenStorage);
    rememberPasskeyLoginId(loginId);
  });
