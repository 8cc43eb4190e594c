/** The only door to the identity provider (specification section 7): Amplify, loaded when it is first needed. */
import { ConnectionError } from "../api/connection-error.ts";
import { loadSiteConfig } from "../site-config.ts";

export type Cognito = typeof import("./cognito.ts");

/** `code` is Cognito's or Amplify's own error name; `NetworkError` and `TimeoutError` when no answer came. */
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

  /** The request never got an answer; the same thing may work in a moment. */
  get isConnectionFailure(): boolean {
    return this.code === "NetworkError" || this.code === "TimeoutError";
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

/** Throws `IdentityError` for whatever goes wrong. */
export async function attempt<T>(
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
