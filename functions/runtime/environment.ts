/** Environment variables of a function, by their names in `shared/environment-variables.ts`. */
import type { EnvironmentName, environmentVariables } from "#shared/environment-variables.ts";
import { ApiError } from "./api-error.ts";
import { log } from "./log.ts";

type Variables = typeof environmentVariables;
type Of<Kind> = { [Name in EnvironmentName]: Variables[Name] extends Kind ? Name : never }[EnvironmentName];
/** The variables that Lambda itself sets. */
type LambdaVariable = "AWS_ACCESS_KEY_ID" | "AWS_REGION" | "AWS_SECRET_ACCESS_KEY";
/** Set by the local cloud only. */
type LocalVariable = "AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER";

/** Throws 503 and logs the name if it is missing or empty. */
export function environment(name: Of<"text" | "number"> | LambdaVariable): string {
  const value = process.env[name];
  if (value) return value;
  log("error", "setting missing", { setting: name });
  throw new ApiError("unavailable");
}

export const optionalEnvironment = (name: EnvironmentName | LocalVariable): string | undefined =>
  process.env[name] || undefined;

/** Throws 503 and logs the name if it is not a whole number from 0. */
export function numericEnvironment(name: Of<"number">): number {
  const value = environment(name);
  if (/^\d{1,9}$/.test(value)) return Number(value);
  log("error", "setting is not a number", { setting: name });
  throw new ApiError("unavailable");
}
