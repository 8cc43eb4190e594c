/** The signed-in customer's session. */
import { session } from "../../session/session.ts";
import { revokeToken } from "../call-cognito.ts";
import { type Cognito, callProvider, IdentityError, isIdentityError } from "../provider.ts";
import { clearTokens } from "./stored-keys.ts";

export interface SignedIn {
  loginId: string;
  idToken: string;
  email: string;
}

const signOutTimeoutMilliseconds = 5_000;

/** Cognito's errors that mean that the customer is signed out. */
const refusals: readonly string[] = [
  "NotAuthorizedException",
  "TokenRevokedException",
  "RefreshTokenReuseException",
  "UserNotFoundException",
  "UserNotConfirmedException",
  "PasswordResetRequiredException",
  "UserUnAuthenticatedException",
];

/** Runs a call that needs a session. Every error that means signed out is thrown as `UserUnAuthenticatedException`. */
export async function callAsSignedIn<T>(
  work: (cognito: Cognito) => Promise<T>,
  milliseconds?: number,
): Promise<T> {
  try {
    return await callProvider((cognito) => session.within(() => work(cognito)), milliseconds);
  } catch (error) {
    if (!isIdentityError(error, ...refusals)) throw error;
    throw new IdentityError("UserUnAuthenticatedException", "Signed out", { cause: error });
  }
}

async function fetchTokens(forceRefresh: boolean) {
  try {
    const renew = ({ fetchAuthSession }: Cognito) => session.within(() => fetchAuthSession({ forceRefresh }));
    return (await callProvider(renew)).tokens;
  } catch (error) {
    if (isIdentityError(error, ...refusals)) return undefined;
    throw error;
  }
}

/**
 * Returns the current session, renewed if its tokens have expired. `undefined` for signed-out visitors, and
 * if Cognito refuses to renew the tokens.
 */
export async function currentSession({ refresh = false } = {}): Promise<SignedIn | undefined> {
  const idToken = (await fetchTokens(refresh))?.idToken;
  const loginId = idToken?.payload["cognito:username"];
  const email = idToken?.payload.email;
  if (!idToken || typeof loginId !== "string") return undefined;
  return { loginId, idToken: idToken.toString(), email: typeof email === "string" ? email : "" };
}

/** Returns the access token, renewed if it is about to expire. */
export const accessToken = (): Promise<string> =>
  callAsSignedIn(async ({ fetchAuthSession }) => {
    const { tokens } = await fetchAuthSession();
    if (!tokens) throw new IdentityError("UserUnAuthenticatedException", "No session");
    return tokens.accessToken.toString();
  });

/** Revokes the refresh token. Never throws; returns after five seconds at the latest. */
export async function revokeSession(): Promise<void> {
  await callProvider(async ({ refreshToken }) => {
    const token = await refreshToken();
    if (token !== undefined) await revokeToken(token);
  }, signOutTimeoutMilliseconds).catch(() => {});
}

/**
 * Revokes the session and clears its tokens. Amplify's `signOut` clears them after the response, when they
 * may be another customer's.
 */
export async function signOut(): Promise<void> {
  await revokeSession();
  clearTokens();
}
