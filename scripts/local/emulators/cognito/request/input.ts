/** Input of operations, checked against the service model's constraints and refused in the service's words. */
import { z } from "zod";
import { ServiceError } from "../../aws/service-error.ts";
import { invalidParameter } from "../errors.ts";

const notGiven = "Member must not be null";
/** Their values never appear in messages. */
const sensitive =
  /(?:^|\.)(?:clientId|username|\w*[pP]assword|\w*[tT]oken|session|userCode|value)$|^(?:authParameters|challengeResponses)/;

interface Limits {
  min?: number;
  max?: number;
  /** A Java pattern, quoted in the message; it has to match the whole value. */
  pattern?: string;
}

function text({ min = 0, max = Number.POSITIVE_INFINITY, pattern = "[\\s\\S]*" }: Limits = {}) {
  return z
    .string({ error: ({ input }) => (input === undefined ? notGiven : undefined) })
    .regex(new RegExp(`^(?:${pattern})$`, "u"), `Member must satisfy regular expression pattern: ${pattern}`)
    .min(min, `Member must have length greater than or equal to ${min}`)
    .max(max, `Member must have length less than or equal to ${max}`);
}

/** One of the words that the API reference lists. */
export function word<const Words extends readonly [string, ...string[]]>(words: Words) {
  const expected = `Member must satisfy enum value set: [${words.join(", ")}]`;
  return z.enum(words, { error: ({ input }) => (input === undefined ? notGiven : expected) });
}

export const clientId = text({ min: 1, max: 128, pattern: "[\\w+]+" });
export const userPoolId = text({ min: 1, max: 55, pattern: "[\\w-]+_[0-9a-zA-Z]+" });
export const userName = text({ min: 1, max: 128, pattern: "[\\p{L}\\p{M}\\p{S}\\p{N}\\p{P}]+" });
export const password = text({ max: 256, pattern: "[\\S]+.*[\\S]+" });
export const confirmationCode = text({ min: 1, max: 2048, pattern: "[\\S]+" });
export const token = text({ pattern: "[A-Za-z0-9-_=.]+" });
export const session = text({ min: 20, max: 2048 }).optional();
export const attributeName = text({ min: 1, max: 32, pattern: "[\\p{L}\\p{M}\\p{S}\\p{N}\\p{P}]+" });
export const deviceKey = text({ min: 1, max: 55, pattern: "[\\w-]+_[0-9a-f-]+" });
export const deviceName = text({ min: 1, max: 1024 }).optional();
export const userCode = text({ min: 6, max: 6, pattern: "[0-9]+" });
export const verifierPart = text({ max: 131_072 });
export const paginationToken = text({ min: 1, pattern: "[\\S]+" }).optional();
export const limit = z
  .int()
  .min(0, "Member must have value greater than or equal to 0")
  .max(60, "Member must have value less than or equal to 60")
  .optional();
export const filter = text({ max: 256 }).optional();
export const flag = z.boolean().optional();
export const textMap = z.record(z.string(), z.string()).optional();
const attribute = z.object({ Name: attributeName, Value: text({ max: 2048 }).optional() });
export const attributes = z.array(attribute, {
  error: ({ input }) => (input === undefined ? notGiven : undefined),
});

/** Throws InvalidParameterException naming every broken constraint, or SerializationException for a wrong type. */
export function readInput<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const { issues } = result.error;
  const wrongType = issues.find(({ code, message }) => code === "invalid_type" && message !== notGiven);
  if (wrongType) throw new ServiceError("SerializationException", wrongType.message);
  const found =
    issues.length === 1 ? "1 validation error detected" : `${issues.length} validation errors detected`;
  throw invalidParameter(`${found}: ${issues.map((issue) => sentence(issue, body)).join("; ")}`);
}

function sentence({ path, message }: z.core.$ZodIssue, body: unknown): string {
  const name = path.map(memberName).join(".");
  const value = path.reduce(memberOf, body);
  const shown = sensitive.test(name) ? "" : value === undefined ? " null" : ` '${String(value)}'`;
  return `Value${shown} at '${name}' failed to satisfy constraint: ${message}`;
}

function memberName(key: PropertyKey): string {
  if (typeof key === "number") return `${key + 1}.member`;
  const name = String(key);
  return `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
}

function memberOf(parent: unknown, key: PropertyKey): unknown {
  return typeof parent === "object" && parent !== null ? Reflect.get(parent, key) : undefined;
}
