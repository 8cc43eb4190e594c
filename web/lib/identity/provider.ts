/** The only door to the identity provider (specification section 7): Amplify, loaded when it is first needed. */
import { ConnectionError, type ConnectionReason, within } from "../net/connection-error.ts";
import { isLoadFailure } from "../net/load-screen.ts";
import { loadSiteConfig } from "../net/site-config.ts";

export type Cognito = typeof import("./cognito.ts");

/** `code` is Cognito's or Amplify's own error name. */
export class IdentityError extends Error {
  override readonly name = "IdentityError";
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }

  /** The sentence that a trigger of ours refused with: Cognito answers `PreSignUp failed with error <sentence>.` */
  get refusal(): string | undefined {
    if (this.code !== "UserLambdaValidationException") return undefined;
    return /failed with error (.*。)\.?$/s.exec(this.message)?.[1];
  }
}

/** Cognito's or Amplify's refusal by one of these names. */
export const isIdentityError = (error: unknown, ...codes: readonly string[]): error is IdentityError =>
  error instanceof IdentityError && codes.includes(error.code);

const timeoutMilliseconds = 30_000;

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

/** Amplify's names of an answer that never came. */
const connectionReasons: Readonly<Record<string, ConnectionReason>> = {
  NetworkError: "offline",
  TimeoutError: "timeout",
  /** Not JSON. */
  SyntaxError: "intermediary",
};

/** Cognito's refusal; `ConnectionError` when no answer came, or a file of the site did not. */
export function toFailure(error: unknown): IdentityError | ConnectionError {
  if (error instanceof IdentityError || error instanceof ConnectionError) return error;
  if (!(error instanceof Error)) return new IdentityError("Unknown", String(error));
  const reason = isLoadFailure(error) ? "not-loaded" : connectionReasons[error.name];
  if (reason) return new ConnectionError(reason, { cause: error });
  return new IdentityError(error.name, error.message, { cause: error });
}

/** Throws `IdentityError`, or `ConnectionError`. `work` goes on after the deadline: `isLate` says so. */
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

/** Starts loading the files of the next step, which shows a failure. */
export function prepareIdentity(): void {
  loadOnce().catch(() => {});
}
