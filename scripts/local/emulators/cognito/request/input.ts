/** Input of operations, checked against the service model's constraints. */
import { z } from "zod";
import { invalidParameter } from "../errors.ts";

/** `pattern` has to match the whole value. */
const text = ({ min = 0, max = Number.POSITIVE_INFINITY, pattern = /^[\s\S]*$/u }) =>
  z.string().min(min).max(max).regex(pattern);

export const clientId = text({ min: 1, max: 128, pattern: /^[\w+]+$/ });
export const userPoolId = text({ min: 1, max: 55, pattern: /^[\w-]+_[0-9a-zA-Z]+$/ });
export const userName = text({ min: 1, max: 128, pattern: /^[\p{L}\p{M}\p{S}\p{N}\p{P}]+$/u });
export const password = text({ max: 256, pattern: /^\S+.*\S+$/ });
export const confirmationCode = text({ min: 1, max: 2048, pattern: /^\S+$/ });
export const token = text({ pattern: /^[A-Za-z0-9-_=.]+$/ });
export const session = text({ min: 20, max: 2048 }).optional();
export const attributeName = text({ min: 1, max: 32, pattern: /^[\p{L}\p{M}\p{S}\p{N}\p{P}]+$/u });
export const deviceKey = text({ min: 1, max: 55, pattern: /^[\w-]+_[0-9a-f-]+$/ });
export const deviceName = text({ min: 1, max: 1024 }).optional();
export const userCode = text({ pattern: /^[0-9]{6}$/ });
export const verifierPart = text({ max: 131_072 });
/** Members of a call that lists. */
export const page = {
  Limit: z.int().min(0).max(60).optional(),
  PaginationToken: text({ min: 1, pattern: /^\S+$/ }).optional(),
};
export const filter = text({ max: 256 }).optional();
export const flag = z.boolean().optional();
export const textMap = z.record(z.string(), z.string()).optional();
export const attributes = z.array(z.object({ Name: attributeName, Value: text({ max: 2048 }).optional() }));

/** A call by which a user who is not signed in has a code mailed. */
export const codeRequest = z.object({ ClientId: clientId, Username: userName, ClientMetadata: textMap });
/** The call that hands the code in. */
export const codeAnswer = codeRequest.extend({ ConfirmationCode: confirmationCode });

/** Throws InvalidParameterException, whose message repeats no value. */
export function readInput<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const problems = result.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
  throw invalidParameter(problems.join("; "));
}

/** One of AuthParameters or ChallengeResponses. Throws InvalidParameterException when it is missing. */
export function requireParameter(parameters: Readonly<Record<string, string>>, name: string): string {
  const value = parameters[name];
  if (!value) throw invalidParameter(`Missing required parameter ${name}`);
  return value;
}

/** One page of a list, and the token for the next one. Throws InvalidParameterException for a token that is none. */
export function pageOf<Item>(
  items: readonly Item[],
  { Limit, PaginationToken }: { Limit?: number | undefined; PaginationToken?: string | undefined },
): { page: Item[]; PaginationToken: string | undefined } {
  const start = PaginationToken === undefined ? 0 : startOf(PaginationToken);
  const end = start + (Limit || 60);
  const next = Buffer.from(`from ${end}`).toString("base64url");
  return { page: items.slice(start, end), PaginationToken: end < items.length ? next : undefined };
}

function startOf(token: string): number {
  const start = /^from (\d+)$/.exec(Buffer.from(token, "base64url").toString())?.[1];
  if (start === undefined) throw invalidParameter("Invalid pagination token");
  return Number(start);
}
