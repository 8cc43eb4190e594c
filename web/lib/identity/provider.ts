/** Loads Amplify on demand. All calls to the identity provider (specification section 7) go through this file. */
import { ConnectionError, type ConnectionReason, within } from "../net/connection-error.ts";
import { isLoadFailure } from "../net/load-screen.ts";
import { loadSiteConfig } from "../net/site-config.ts";

export type Cognito = typeof import("./cognito.ts");

/** `code` is the error's name at Cognito or Amplify. */
export class IdentityError extends Error {
  override readonly name = "IdentityError";
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }

  /**
   * The message with which one of the portal's triggers refused. Cognito returns `PreSignUp failed with error
   * <sentence>.`
   */
  get refusal(): string | undefined {
    if (this.code !== "UserLambdaValidationException") return undefined;
    return /failed with error (.*。)\.?$/s.exec(this.message)?.[1];
  }
}

/** Returns whether the error has one of these codes. */
export const isIdentityError = (error: unknown, ...codes: readonly string[]): error is IdentityError =>
  error instanceof IdentityError && codes.includes(error.code);

const timeoutMilliseconds = 30_000;

let cognito: Promise<Cognito> | undefined;

async function load(): Promise<Cognito> {
  const [module, config] = await Promise.all([import("./cognito.ts"), loadSiteConfig()]);
  module.configure(config);
  return module;
}

/** Loads and configures Amplify once. After a failure, the next call loads again. */
function loadOnce(): Promise<Cognito> {
  cognito ??= load().catch((error: unknown) => {
    cognito = undefined;
    throw error;
  });
  return cognito;
}

/** Amplify's error names for a response that did not arrive. */
const connectionReasons: Readonly<Record<string, ConnectionReason>> = {
  NetworkError: "offline",
  TimeoutError: "timeout",
  /** The response is not JSON. */
  SyntaxError: "intermediary",
};

/**
 * Converts an error to `IdentityError`, or to `ConnectionError` if a response or one of the site's files is missing.
 */
export function toFailure(error: unknown): IdentityError | ConnectionError {
  if (error instanceof IdentityError || error instanceof ConnectionError) return error;
  if (!(error instanceof Error)) return new IdentityError("Unknown", String(error));
  const reason = isLoadFailure(error) ? "not-loaded" : connectionReasons[error.name];
  if (reason) return new ConnectionError(reason, { cause: error });
  return new IdentityError(error.name, error.message, { cause: error });
}

/**
 * Runs `work` with Amplify. Throws `IdentityError` or `ConnectionError`. `work` is not cancelled after the
 * timeout; `isLate` returns whether it has passed.
 */
export async function callProvider<T>(
  work: (cognito: Cognito, isLate: () => boolean) => Promise<T>,
  milliseconds = timeoutMilliseconds,
): Promise<T> {
  let isOver = false;
  const done = loadOnce().then((cognito) => work(cognito, () => isOver));
  try {
    return await within(milliseconds, "timeout", done);
  } catch (error) {
    throw toFailure(error);
  } finally {
    isOver = true;
  }
}

/** Starts loading Amplify. A failure is shown by the first call. */
export function prepareIdentity(): void {
  loadOnce().catch(() => {});
}
