/** The customer's passkeys as the portal lists them: asking is how it learns what was added or removed at Cognito. */
import { queryOptions, useQuery } from "@tanstack/react-query";
import { type Passkey, signInMethods } from "#shared/endpoints.ts";
import { callApi } from "./api/api-client.ts";
import { queryClient } from "./api/query-client.ts";
import { accessToken } from "./identity/passkeys/passkeys.ts";
import { loadSiteConfig } from "./site-config.ts";

const listPasskeys = async (): Promise<Passkey[]> =>
  (await callApi(signInMethods, { body: { access_token: await accessToken() } })).result.passkeys;

export const passkeysQuery = queryOptions({
  queryKey: ["passkeys"],
  queryFn: listPasskeys,
  retry: false,
  staleTime: Number.POSITIVE_INFINITY,
});

/** Asks anew, or waits for who is asking. */
export const loadPasskeys = (): Promise<Passkey[]> =>
  queryClient.fetchQuery({ ...passkeysQuery, staleTime: 0 });

/**
 * Right after a passkey or the authenticator app changed at Cognito: the portal writes it to the history and mails the customer.
 * Without an answer the next sign-in makes up for it.
 */
export const syncSignInMethods = (): Promise<void> =>
  queryClient.prefetchQuery({ ...passkeysQuery, staleTime: 0 });

/** The site has passkeys: its user pool takes them. */
export const hasPasskeys = async (): Promise<boolean> =>
  (await loadSiteConfig().catch(() => undefined))?.passkeys === true;

export const isPasskeyBrowser = (): boolean => "PublicKeyCredential" in window;

/** This device can make one of its own: it has a screen lock, a finger or a face to ask for. */
export const canHoldPasskey = async (): Promise<boolean> =>
  isPasskeyBrowser() &&
  (await hasPasskeys()) &&
  PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable();

/** `hasPasskeys`; `undefined` until that is known. */
export const useHasPasskeys = (): boolean | undefined =>
  useQuery({ queryKey: ["has-passkeys"], queryFn: hasPasskeys }).data;
