/** The only door to the identity provider (specification section 7): Amplify, loaded when it is first needed. */
import { ConnectionError, type ConnectionReason } from "../api/connection-error.ts";
import { isLoadFailure } from "../load-screen.ts";
import { loadSiteConfig } from "../site-config.ts";

export type Cognito = typeof import("./cognito.ts");

const connectionReasons: Readonly<Record<string, ConnectionReason>> = {
  NetworkError: "offline",
  TimeoutError: "timeout",
  NotLoaded: "not-loaded",
};

/**
 * `code` is Cognito's or Amplify's own error name; `NetworkError` and `TimeoutError` when no answer came, `NotLoaded` when a
 * file of the site did not.
 */
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

  /** Why the request never got an answer: the same thing may work in a moment, or after a reload. */
  get connectionReason(): ConnectionReason | undefined {
    return connectionReasons[this.code];
  }

  get isConnectionFailure(): boolean {
    return this.connectionReason !== undefined;
  }
}

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

export function toIdentityError(error: unknown): IdentityError {
  if (error instanceof IdentityError) return error;
  if (error instanceof ConnectionError)
    return new IdentityError(error.reason === "timeout" ? "TimeoutError" : "NetworkError", error.message, {
      cause: error,
    });
  if (isLoadFailure(error)) return new IdentityError("NotLoaded", String(error), { cause: error });
  if (error instanceof Error) return new IdentityError(error.name, error.message, { cause: error });
  return new IdentityError("Unknown", String(error));
}

function deadline(milliseconds: number): { passed: Promise<never>; cancel: () => void } {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new ConnectionError("timeout")), milliseconds);
  return { passed: promise, cancel: () => clearTimeout(timer) };
}

/** Throws `IdentityError` for every failure. `work` goes on after the deadline: `isLate` says so. */
export async function attempt<T>(
  work: (cognito: Cognito, isLate: () => boolean) => Promise<T>,
  milliseconds = timeoutMilliseconds,
): Promise<T> {
  const { passed, cancel } = deadline(milliseconds);
  let isOver = false;
  try {
    return await Promise.race([loadOnce().then((cognito) => work(cognito, () => isOver)), passed]);
  } catch (error) {
    throw toIdentityError(error);
  } finally {
    isOver = true;
    cancel();
  }
}

/** Starts loading the files of the next step, which shows a failure. */
export function prepareIdentity(): void {
  loadOnce().catch(() => {});
}
