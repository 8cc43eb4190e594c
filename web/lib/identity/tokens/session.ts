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

/** Cognito will not have this person's session any more: not a failure, but signed out. */
const refusals: readonly string[] = [
  "NotAuthorizedException",
  "TokenRevokedException",
  "RefreshTokenReuseException",
  "UserNotFoundException",
  "UserNotConfirmedException",
  "PasswordResetRequiredException",
  "UserUnAuthenticatedException",
];

/** For what only a signed-in person may do: every way of not being one (any more) is `UserUnAuthenticatedException`. */
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

/** The current session; an expired one is renewed. `undefined` for signed-out visitors, and when Cognito refuses to renew. */
export async function currentSession({ refresh = false } = {}): Promise<SignedIn | undefined> {
  const idToken = (await fetchTokens(refresh))?.idToken;
  const loginId = idToken?.payload["cognito:username"];
  const email = idToken?.payload.email;
  if (!idToken || typeof loginId !== "string") return undefined;
  return { loginId, idToken: idToken.toString(), email: typeof email === "string" ? email : "" };
}

/** The access token, renewed when it is about to expire. */
export const accessToken = (): Promise<string> =>
  callAsSignedIn(async ({ fetchAuthSession }) => {
    const { tokens } = await fetchAuthSession();
    if (!tokens) throw new IdentityError("UserUnAuthenticatedException", "No session");
    return tokens.accessToken.toString();
  });

/** Never throws and never keeps a person waiting for long. */
export async function revokeSession(): Promise<void> {
  await callProvider(async ({ refreshToken }) => {
    const token = await refreshToken();
    if (token !== undefined) await revokeToken(token);
  }, signOutTimeoutMilliseconds).catch(() => {});
}

/** Revokes the session and forgets its tokens. Amplify's own function forgets them when the answer arrives, which may be another customer's tokens by then. */
export async function signOut(): Promise<void> {
  await revokeSession();
  clearTokens();
}
