/** Kinds of parameters as Stripe reads them out of a form, and the errors it answers to what it cannot read. */
import { z } from "zod";
import type { FormFields } from "./form.ts";
import { type ErrorDetails, StripeError } from "./stripe-error.ts";

const longestText = 5000;

/** Stripe counts characters: 𠮷 is one. Source: `maxLength` in its OpenAPI description. */
const atMost = (longest: number) => z.string().refine((value) => [...value].length <= longest);
export const text = (longest = longestText) => atMost(longest).min(1);

export const integer = (least = 0) =>
  z
    .string()
    .regex(/^-?\d{1,15}$/)
    .transform(Number)
    .refine((value) => value >= least, { error: `This value must be greater than or equal to ${least}.` });

export const boolean = () => z.enum(["true", "false"]).transform((value) => value === "true");

export const webAddress = () =>
  text().refine((value) => /^https?:$/.test(URL.parse(value)?.protocol ?? ""), { error: "Not a valid URL" });

/** Keys of 40, values of 500 characters, 50 of them; an empty value deletes its key. */
export const metadata = () =>
  z
    .preprocess((value) => (Array.isArray(value) ? { ...value } : value), z.record(atMost(40), atMost(500)))
    .refine((value) => Object.keys(value).length <= 50, { error: "Metadata can have up to 50 keys." });

/** Only the fields that were sent. */
export function given<T extends object>(fields: T): { [Name in keyof T]?: Exclude<T[Name], undefined> } {
  const sent = { ...fields };
  for (const name in sent) if (sent[name] === undefined) delete sent[name];
  return sent as { [Name in keyof T]?: Exclude<T[Name], undefined> };
}

/** An update of metadata: an empty value deletes its key. */
export function mergeMetadata(
  before: Readonly<Record<string, string>>,
  update: Readonly<Record<string, string>>,
): Record<string, string> {
  const entries = Object.entries({ ...before, ...update }).filter(([, value]) => value !== "");
  return Object.fromEntries(entries);
}

/** Throws `StripeError` 400 for the first thing wrong. */
export function readParameters<S extends z.ZodType>(schema: S, form: FormFields): z.output<S> {
  const parsed = schema.safeParse(form);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new StripeError(400, { type: "invalid_request_error", ...explain(issue) }, true);
}

function explain(issue: z.core.$ZodIssue | undefined): Omit<ErrorDetails, "type"> {
  if (!issue) return { message: "Invalid request." };
  if (issue.code === "unrecognized_keys") {
    const param = nameOf([...issue.path, ...issue.keys.slice(0, 1)]);
    return { code: "parameter_unknown", message: `Received unknown parameter: ${param}`, param };
  }
  const param = nameOf(issue.path);
  if (issue.message.endsWith("received undefined"))
    return { code: "parameter_missing", message: `Missing required param: ${param}.`, param };
  return { message: `Invalid ${param}: ${issue.message}`, param };
}

/** `line_items[0][price]` */
function nameOf([first = "", ...rest]: readonly PropertyKey[]): string {
  return String(first) + rest.map((part) => `[${String(part)}]`).join("");
}
