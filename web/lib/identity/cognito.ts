/** The part of Amplify that the portal uses, as one chunk. Only `provider.ts` loads it, on first use. */
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
 * A random cookie by which the portal recognizes this browser; not in local storage, because /signin clears that.
 * It proves nothing and grants nothing. A browser that refuses cookies is a new one at each sign-in.
 */
function browserId(): string {
  const known = readCookie("browserId") ?? "";
  if (/^[\da-f]{32}$/.test(known)) return known;
  const id = crypto.randomUUID().replaceAll("-", "");
  writeCookie("browserId", id);
  return id;
}

let options: { authFlowType?: "CUSTOM_WITH_SRP" } = {};

/** Options that every sign-in sends besides login ID and password, for Cognito and for our triggers. */
export const signInOptions = (purpose?: "confirmation") => ({ ...options, ...metadata(purpose) });

/** The same for an answer to a challenge. */
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
 * One renewal at a time for each sign-in. Amplify's own stores the tokens of a person who has signed out meanwhile, and gives them
 * to whoever asks next, or clears the next person's tokens when it is refused.
 */
const renewTokens: Renew = (asked) => {
  const of = asked.tokens.refreshToken;
  if (renewal !== undefined && renewal.of === of) return renewal.tokens;
  const tokens = session.within(async () => {
    const renewing = refreshAuthTokensWithoutDedupe(asked);
    await renewing.catch(() => {});
    // Entering the password again has put those of another sign-in in place meanwhile, and revoked these.
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

/** Returns whether this browser has the tokens of a sign-in, expired or not. */
export const holdsTokens = async (): Promise<boolean> =>
  (await cognitoUserPoolsTokenProvider.authTokenStore.loadTokens()) !== null;

type Storage = Parameters<typeof cognitoUserPoolsTokenProvider.setKeyValueStorage>[0];

/** Amplify with other tokens than this browser's: the signed-in customer's session stays as it is. */
export function contextWith(storage: Storage): AmplifyContext {
  const { Auth } = Amplify.getConfig();
  if (Auth === undefined) throw new Error("Amplify is not configured");
  return createAmplifyContext(
    { Auth },
    { Auth: { tokenProvider: createUserPoolsTokenProvider(Auth, storage) } },
  );
}

/** Of this browser's sign-in. */
export const refreshToken = async (): Promise<string | undefined> =>
  (await cognitoUserPoolsTokenProvider.authTokenStore.loadTokens())?.refreshToken;

/** Of this browser's sign-in, trusted or not. */
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
