import { invalidParameter } from "../errors.ts";

/** One of AuthParameters or ChallengeResponses. Throws InvalidParameterException when it is missing. */
export function requireParameter(parameters: Readonly<Record<string, string>>, name: string): string {
  const value = parameters[name];
  if (!value) throw invalidParameter(`Missing required parameter ${name}`);
  return value;
}
