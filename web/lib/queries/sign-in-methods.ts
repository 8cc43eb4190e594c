/**
 * Reads the customer's sign-in methods. With each call the portal also detects additions and removals at Cognito.
 */
import { queryOptions } from "@tanstack/react-query";
import { type SignInMethods, signInMethods } from "#shared/endpoints.ts";
import { callApi } from "../api/api-client.ts";
import { queryClient } from "../api/query-client.ts";
import { thisBrowser } from "../identity/challenges/trusted-browsers.ts";
import { accessToken } from "../identity/tokens/session.ts";
import { loadSiteConfig } from "../net/site-config.ts";

export interface OwnSignInMethods extends SignInMethods {
  /** A device key, as the trusted browsers' ids are. */
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

/** Asks anew, or waits for who is asking. */
export const loadSignInMethods = (): Promise<SignInMethods> =>
  queryClient.fetchQuery({ ...signInMethodsQuery, staleTime: 0 });

/**
 * Right after a passkey or the authenticator app changed at Cognito: the portal writes it to the history, which is loaded again where
 * it is shown, and mails the customer. Without an answer the next sign-in makes up for it.
 */
export async function syncSignInMethods(): Promise<void> {
  // A call that is under way may have been answered before the change.
  await queryClient.cancelQueries({ queryKey: signInMethodsQuery.queryKey });
  await queryClient.prefetchQuery({ ...signInMethodsQuery, staleTime: 0 });
  void queryClient.invalidateQueries({ queryKey: ["activity"] });
}

/** The site has passkeys: its user pool takes them. */
export const hasPasskeys = async (): Promise<boolean> =>
  (await loadSiteConfig().catch(() => undefined))?.passkeys === true;

export const isPasskeyBrowser = (): boolean => "PublicKeyCredential" in window;

/** This device can make one of its own: it has a screen lock, a finger or a face to ask for. */
export const canHoldPasskey = async (): Promise<boolean> =>
  isPasskeyBrowser() &&
  (await hasPasskeys()) &&
  PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable();
