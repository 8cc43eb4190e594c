/**
 * Signing in with a passkey, by Cognito's operations: Amplify's `signIn` tells our triggers nothing of the browser when it answers
 * WEB_AUTHN, and cannot offer passkeys in the login ID field. Throws `IdentityError`, whose `code` is Cognito's name or the browser's.
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
    /** Cognito renews the tokens with the key of the device that they are bound to. */
    NewDeviceMetadata: z.optional(z.object({ DeviceKey: z.string(), DeviceGroupKey: z.string() })),
  }),
});
type AuthenticationResult = z.output<typeof authenticated>["AuthenticationResult"];

type Storage = Parameters<DefaultTokenStore["setKeyValueStorage"]>[0];

/** Keeps tokens that Cognito gave to a call of ours as Amplify keeps its own. */
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

/** The zero keeps a signed number positive. */
const randomNumber = (bytes: number): string =>
  btoa(String.fromCharCode(0, ...crypto.getRandomValues(new Uint8Array(bytes))));

/** The person waits meanwhile, and has a session without it. */
const confirmationMilliseconds = 5_000;

/**
 * Cognito renews the tokens of a confirmed device only. The verifier is a random number, whose password nobody knows: a passkey needs no
 * device to stand in for the second factor. As in Amplify's sign-ins, a failure lets the person in, and the session ends with its first
 * tokens. Source: AWS re:Post, "Invalid Refresh Token" errors of the user pool API.
 */
async function confirmDevice({ AccessToken, NewDeviceMetadata: device }: AuthenticationResult) {
  if (!device) return;
  const DeviceSecretVerifierConfig = { Salt: randomNumber(16), PasswordVerifier: randomNumber(383) };
  const confirmation = { AccessToken, DeviceKey: device.DeviceKey, DeviceSecretVerifierConfig };
  await within(confirmationMilliseconds, "timeout", callCognito("ConfirmDevice", confirmation)).catch(
    () => {},
  );
}

/** The browser's signature, with the session in which Cognito asked for it. */
export interface PasskeyProof {
  loginId: string;
  session: string;
  credential: AuthenticationResponseJSON;
}

const challenge = z.object({
  ChallengeName: z.literal("WEB_AUTHN"),
  Session: z.string(),
  ChallengeParameters: z.object({ CREDENTIAL_REQUEST_OPTIONS: z.string() }),
});

/**
 * `offer`: waits until one is chosen in the login ID field, instead of asking; ended by the signal. The browser has one ceremony at
 * a time: a newer one ends an older one.
 */
export async function askForPasskey(loginId: string, offer?: AbortSignal): Promise<PasskeyProof> {
  const { session, options } = await callProvider(() => requestChallenge(loginId));
  try {
    offer?.throwIfAborted();
    const credential = await startAuthentication({
      optionsJSON: options,
      useBrowserAutofill: offer !== undefined,
    });
    return { loginId, session, credential };
  } catch (error) {
    throw toFailure(error);
  }
}

async function requestChallenge(loginId: string) {
  const { userPoolClientId: ClientId } = await loadSiteConfig();
  const AuthParameters = { USERNAME: loginId, PREFERRED_CHALLENGE: "WEB_AUTHN" };
  const answer = await callCognito("InitiateAuth", { ClientId, AuthFlow: "USER_AUTH", AuthParameters });
  const asked = challenge.safeParse(answer).data;
  if (!asked) throw new IdentityError(noPasskey, "WEB_AUTHN is not available");
  const options: PublicKeyCredentialRequestOptionsJSON = JSON.parse(
    asked.ChallengeParameters.CREDENTIAL_REQUEST_OPTIONS,
  );
  return { session: asked.Session, options };
}

interface Entry {
  purpose?: "confirmation";
  /** For tokens that are not this session's (yet). */
  storage?: ReturnType<typeof createTokenOverlay>;
}

/** Signs in with what `askForPasskey` brought. */
export const signInWithPasskeyProof = (
  { loginId, session: Session, credential }: PasskeyProof,
  { purpose, storage }: Entry = {},
): Promise<void> =>
  callProvider(async (cognito, isLate) => {
    const { userPoolClientId: ClientId } = await loadSiteConfig();
    const answer = await callCognito("RespondToAuthChallenge", {
      ClientId,
      ChallengeName: "WEB_AUTHN",
      Session,
      ChallengeResponses: { USERNAME: loginId, CREDENTIAL: JSON.stringify(credential) },
      ClientMetadata: { ...cognito.answerOptions(purpose).clientMetadata, passkey: credential.id },
    });
    const { AuthenticationResult } = authenticated.parse(answer);
    await confirmDevice(AuthenticationResult);
    if (isLate()) return;
    if (storage === undefined) await endOtherSession(cognito);
    await storeTokens(AuthenticationResult, storage ?? tokenStorage);
    rememberPasskeyLoginId(loginId);
  });
