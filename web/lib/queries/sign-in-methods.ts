/** Reads the customer's sign-in methods. Each call also makes the portal detect changes at Cognito. */
import { queryOptions } from "@tanstack/react-query";
import { type SignInMethods, signInMethods } from "#shared/endpoints.ts";
import { callApi } from "../api/api-client.ts";
import { queryClient } from "../api/query-client.ts";
import { thisBrowser } from "../identity/challenges/trusted-browsers.ts";
import { accessToken } from "../identity/tokens/current-session.ts";
import { loadSiteConfig } from "../net/site-config.ts";

export interface OwnSignInMethods extends SignInMethods {
  /** This browser's device key, the id of a trusted browser. */
  thisBrowser: string | undefined;
}

export const signInMethodsQuery = queryOptions({
  queryKey: ["sign-in-methods"],
  queryFn: async (): Promise<OwnSignInMethods> => {
    const { result } = await callApi(signInMethods, { body: { access_token: await accessToken() } });
    return { ...result, thisBrowser: await thisBrowser() };
  },
  retry: false,
  staleTime: Number.POSITIVE_INFINITY,
});

/** Loads the sign-in methods, or joins a call that is running. */
export const loadSignInMethods = (): Promise<SignInMethods> =>
  queryClient.fetchQuery({ ...signInMethodsQuery, staleTime: 0 });

/**
 * Makes the portal detect a change of a passkey or the authenticator app at Cognito: it adds the change to
 * the activity, which is reloaded, and mails the customer. After a failure, the next sign-in does so.
 */
export async function syncSignInMethods(): Promise<void> {
  // The response of a running call may predate the change.
  await queryClient.cancelQueries({ queryKey: signInMethodsQuery.queryKey });
  await queryClient.prefetchQuery({ ...signInMethodsQuery, staleTime: 0 });
  void queryClient.invalidateQueries({ queryKey: ["activity"] });
}

/** Whether the site's user pool supports passkeys. */
export const hasPasskeys = async (): Promise<boolean> =>
  (await loadSiteConfig().catch(() => undefined))?.passkeys === true;

export const isPasskeyBrowser = (): boolean => "PublicKeyCredential" in window;

/** Whether this device can create a passkey: it has a screen lock, a fingerprint reader or a camera for the face. */
export const canHoldPasskey = async (): Promise<boolean> =>
  isPasskeyBrowser() &&
  (await hasPasskeys()) &&
  PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable();
