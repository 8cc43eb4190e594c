/** The only door to the identity provider (specification section 7). Amplify is loaded when it is first needed. */
import { ConnectionError } from "./connection-error.ts";
import { loadSiteConfig } from "./site-config.ts";

type Cognito = typeof import("./cognito.ts");

export type SignInResult = "done" | "confirm-sign-up" | "challenge";
export interface SignedIn {
  loginId: string;
  idToken: string;
  email: string;
}

/** `code` is Cognito's or Amplify's own error name; `NetworkError` and `TimeoutError` when no answer came. */
export class IdentityError extends Error {
  override readonly name = "IdentityError";
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }

  /** The request never got an answer; the same thing may work in a moment. */
  get isConnectionFailure(): boolean {
    return this.code === "NetworkError" || this.code === "TimeoutError";
  }
}

const timeoutMilliseconds = 30_000;
const signOutTimeoutMilliseconds = 5_000;

let cognito: Promise<Cognito> | undefined;

async function load(): Promise<Cognito> {
  const [module, config] = await Promise.all([import("./cognito.ts"), loadSiteConfig()]);
  module.configure(config);
  return module;
}

/** Loads and configures Amplify once; a failure is forgotten, so that the next attempt loads again. */
function loadOnce(): Promise<Cognito> {
  cognito ??= load().catch((error: unknown) => {
    cognito = undefined;
    throw error;
  });
  return cognito;
}

function toIdentityError(error: unknown): IdentityError {
  if (error instanceof IdentityError) return error;
  if (error instanceof ConnectionError)
    return new IdentityError(error.reason === "timeout" ? "TimeoutError" : "NetworkError", error.message, {
      cause: error,
    });
  // A chunk that could not be fetched is a TypeError.
  if (error instanceof TypeError) return new IdentityError("NetworkError", error.message, { cause: error });
  if (error instanceof Error) return new IdentityError(error.name, error.message, { cause: error });
  return new IdentityError("Unknown", String(error));
}

function deadline(milliseconds: number): { passed: Promise<never>; cancel: () => void } {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new ConnectionError("timeout")), milliseconds);
  return { passed: promise, cancel: () => clearTimeout(timer) };
}

async function attempt<T>(
  work: (cognito: Cognito) => Promise<T>,
  milliseconds = timeoutMilliseconds,
): Promise<T> {
  const { passed, cancel } = deadline(milliseconds);
  try {
    return await Promise.race([loadOnce().then(work), passed]);
  } catch (error) {
    throw toIdentityError(error);
  } finally {
    cancel();
  }
}

/** Starts loading what the next step will need; whoever needs it will see the failure. */
export function prepareIdentity(): void {
  loadOnce().catch(() => {});
}

async function startSignIn({ signIn, signOut }: Cognito, loginId: string, password: string) {
  const credentials = { username: loginId, password };
  try {
    return await signIn(credentials);
  } catch (error) {
    if (toIdentityError(error).code !== "UserAlreadyAuthenticatedException") throw error;
    await signOut();
    return signIn(credentials);
  }
}

/** Signs in with SRP. A leftover session is signed out first. */
export async function signIn(loginId: string, password: string): Promise<SignInResult> {
  const { nextStep } = await attempt((cognito) => startSignIn(cognito, loginId, password));
  switch (nextStep.signInStep) {
    case "DONE":
      return "done";
    case "CONFIRM_SIGN_UP":
      return "confirm-sign-up";
    case "RESET_PASSWORD":
      throw new IdentityError("PasswordResetRequiredException", "Password reset required");
    default:
      return "challenge";
  }
}

/** Creates the account, unconfirmed; Cognito sends a code to `email`. */
export async function signUp(account: { loginId: string; password: string; email: string }): Promise<void> {
  const { loginId: username, password, email } = account;
  await attempt(({ signUp }) => signUp({ username, password, options: { userAttributes: { email } } }));
}

export async function confirmSignUp(loginId: string, code: string): Promise<void> {
  await attempt(({ confirmSignUp }) => confirmSignUp({ username: loginId, confirmationCode: code }));
}

/** A new code invalidates the one before it. */
export async function resendSignUpCode(loginId: string): Promise<void> {
  await attempt(({ resendSignUpCode }) => resendSignUpCode({ username: loginId }));
}

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

async function fetchTokens(forceRefresh: boolean) {
  try {
    return (await attempt(({ fetchAuthSession }) => fetchAuthSession({ forceRefresh }))).tokens;
  } catch (error) {
    if (error instanceof IdentityError && refusals.includes(error.code)) return undefined;
    throw error;
  }
}

/** Who is signed in; an expired session is renewed. `undefined` when nobody is, or Cognito refuses to renew. */
export async function currentSession({ refresh = false } = {}): Promise<SignedIn | undefined> {
  const idToken = (await fetchTokens(refresh))?.idToken;
  const loginId = idToken?.payload["cognito:username"];
  const email = idToken?.payload.email;
  if (!idToken || typeof loginId !== "string") return undefined;
  return { loginId, idToken: idToken.toString(), email: typeof email === "string" ? email : "" };
}

/** Revokes the session and forgets its tokens. Never throws and never keeps a person waiting for long. */
export async function signOut(): Promise<void> {
  await attempt(({ signOut }) => signOut(), signOutTimeoutMilliseconds).catch(() => {});
}
