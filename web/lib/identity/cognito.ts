/** The part of Amplify that the portal uses, as one chunk. Only `provider.ts` imports it, dynamically. */
import { Amplify, type AmplifyContext, createAmplifyContext } from "aws-amplify";
import { createUserPoolsTokenProvider } from "aws-amplify/adapter-core";
import {
  cognitoUserPoolsTokenProvider,
  refreshAuthTokensWithoutDedupe,
  type TokenOrchestrator,
} from "aws-amplify/auth/cognito";
import type * as z from "zod/mini";
import type { signInMetadata } from "#shared/activity/sign-in-metadata.ts";
import { readCookie, writeCookie } from "../browser/cookie.ts";
import type { LoadedConfig } from "../net/site-config.ts";
import { session } from "../session/session.ts";
import { tokenStorage } from "./tokens/token-storage.ts";

/**
 * Returns this browser's random id, from a cookie, because /signin clears local storage. The id grants
 * nothing. A browser without cookies counts as a new browser at each sign-in.
 */
function browserId(): string {
  const known = readCookie("browserId") ?? "";
  if (/^[\da-f]{32}$/.test(known)) return known;
  const id = crypto.randomUUID().replaceAll("-", "");
  writeCookie("browserId", id);
  return id;
}

let options: { authFlowType?: "CUSTOM_WITH_SRP" } = {};

/** Options of every sign-in, for Cognito and for the triggers. */
export const signInOptions = (purpose?: "confirmation") => ({ ...options, ...metadata(purpose) });

/** Options of every answer to a challenge. */
export const answerOptions = (purpose?: "confirmation") => metadata(purpose);

function metadata(purpose: "confirmation" | undefined) {
  const sent = { browser: navigator.userAgent, browserId: browserId(), ...(purpose && { purpose }) };
  return { clientMetadata: sent satisfies z.input<typeof signInMetadata> };
}

export function configure({ userPoolId, userPoolClientId, userPoolEndpoint, authFlow }: LoadedConfig): void {
  options = authFlow === "CUSTOM_WITH_SRP" ? { authFlowType: authFlow } : {};
  Amplify.configure({
    Auth: { Cognito: { userPoolId, userPoolClientId, ...(userPoolEndpoint && { userPoolEndpoint }) } },
  });
  cognitoUserPoolsTokenProvider.setKeyValueStorage(tokenStorage);
  cognitoUserPoolsTokenProvider.tokenOrchestrator.setTokenRefresher(renewTokens);
}

type Renew = Parameters<TokenOrchestrator["setTokenRefresher"]>[0];

let renewal: { of: string | undefined; tokens: ReturnType<Renew> } | undefined;

/**
 * Renews the tokens once at a time for each refresh token. Amplify's own function stores renewed tokens after a
 * sign-out, returns them to the next customer's calls, and clears that customer's tokens if the renewal is refused.
 */
const renewTokens: Renew = (asked) => {
  const of = asked.tokens.refreshToken;
  if (renewal !== undefined && renewal.of === of) return renewal.tokens;
  const tokens = session.within(async () => {
    const renewing = refreshAuthTokensWithoutDedupe(asked);
    await renewing.catch(() => {});
    // A reauthentication can replace and revoke these tokens meanwhile.
    const current = await cognitoUserPoolsTokenProvider.authTokenStore.loadTokens();
    return current !== null && current.refreshToken !== of ? current : renewing;
  });
  const end = (): void => {
    if (renewal?.tokens === tokens) renewal = undefined;
  };
  tokens.then(end, end);
  renewal = { of, tokens };
  return tokens;
};

/** Returns whether this tab has the tokens of a session, expired or not. */
export const holdsTokens = async (): Promise<boolean> =>
  (await cognitoUserPoolsTokenProvider.authTokenStore.loadTokens()) !== null;

type Storage = Parameters<typeof cognitoUserPoolsTokenProvider.setKeyValueStorage>[0];

/** Returns an Amplify context with the tokens of `storage`. The session's own tokens are not changed. */
export function contextWith(storage: Storage): AmplifyContext {
  const { Auth } = Amplify.getConfig();
  if (Auth === undefined) throw new Error("Amplify is not configured");
  return createAmplifyContext(
    { Auth },
    { Auth: { tokenProvider: createUserPoolsTokenProvider(Auth, storage) } },
  );
}

export const refreshToken = async (): Promise<string | undefined> =>
  (await cognitoUserPoolsTokenProvider.authTokenStore.loadTokens())?.refreshToken;

/** The device key of this browser, whether or not the browser is trusted. */
export const deviceKey = async (): Promise<string | undefined> =>
  (await cognitoUserPoolsTokenProvider.authTokenStore.loadTokens())?.deviceMetadata?.deviceKey;

export {
  associateWebAuthnCredential,
  confirmResetPassword,
  confirmSignIn,
  confirmSignUp,
  confirmUserAttribute,
  deleteWebAuthnCredential,
  fetchAuthSession,
  forgetDevice,
  rememberDevice,
  resendSignUpCode,
  resetPassword,
  setUpTOTP,
  signIn,
  signUp,
  updateMFAPreference,
  updatePassword,
  updateUserAttribute,
  verifyTOTPSetup,
} from "aws-amplify/auth";
export { createTokenOverlay } from "./tokens/token-storage.ts";
