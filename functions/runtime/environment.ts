/**
 * Reads the environment variables that `shared/environment-variables.ts` names, from the process or from
 * `ownEnvironment`, so that several environments fit in one process.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import type { EnvironmentName, environmentVariables } from "#shared/environment-variables.ts";
import { HttpError } from "./http-error.ts";
import { log } from "./log.ts";

type Variables = typeof environmentVariables;
type Of<Kind> = { [Name in EnvironmentName]: Variables[Name] extends Kind ? Name : never }[EnvironmentName];
/** The variables that Lambda itself sets. */
type LambdaVariable =
  | "AWS_ACCESS_KEY_ID"
  | "AWS_LAMBDA_FUNCTION_NAME"
  | "AWS_LAMBDA_FUNCTION_VERSION"
  | "AWS_REGION"
  | "AWS_SECRET_ACCESS_KEY";
/** The services whose addresses the local cloud sets. */
export type EmulatedService =
  | "COGNITO_IDENTITY_PROVIDER"
  | "DYNAMODB"
  | "KMS"
  | "S3"
  | "SECRETS_MANAGER"
  | "SESV2";
type LocalVariable = `AWS_ENDPOINT_URL_${EmulatedService}`;

/** Replaces the process's variables, for an operator's command or a test's portal. */
export const ownEnvironment = new AsyncLocalStorage<Readonly<NodeJS.ProcessEnv>>();

/** Returns undefined for a missing or empty variable. */
export const optionalEnvironment = (
  name: EnvironmentName | LambdaVariable | LocalVariable,
): string | undefined => (ownEnvironment.getStore() ?? process.env)[name] || undefined;

/** Throws 503 and logs the name of a missing or empty variable. */
export function environment(name: Of<"text" | "number"> | LambdaVariable): string {
  const value = optionalEnvironment(name);
  if (value) return value;
  log("error", "setting missing", { setting: name });
  throw new HttpError("unavailable");
}

/** Throws 503 and logs the name of a variable that is not a whole number from 0. */
export function numericEnvironment(name: Of<"number">): number {
  const value = environment(name);
  if (/^\d{1,9}$/.test(value)) return Number(value);
  log("error", "setting is not a number", { setting: name });
  throw new HttpError("unavailable");
}
