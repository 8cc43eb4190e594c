/** Kinds of parameters as Stripe reads them out of a form, and the errors it answers to what it cannot read. */
import { z } from "zod";
import type { FormFields, FormValue } from "./form.ts";
import { type ErrorDetails, StripeError } from "./stripe-error.ts";

const longestText = 5000;

export const text = (longest = longestText) => z.string().min(1).max(longest);

/** An empty value unsets the field: null. */
export const emptyable = <T extends z.ZodType>(schema: T) =>
  z
    .literal("")
    .transform(() => null)
    .or(schema);

export const integer = (least = 0) =>
  z
    .string()
    .refine((value) => /^-?\d{1,15}$/.test(value), {
      error: ({ input }) => `Invalid integer: ${input}`,
      params: { code: "parameter_invalid_integer" },
    })
    .transform(Number)
    .refine((value) => value >= least, {
      error: `This value must be greater than or equal to ${least}.`,
      params: { code: "parameter_invalid_integer" },
    });

export const boolean = () =>
  z
    .string()
    .refine((value) => value === "true" || value === "false", {
      error: ({ input }) => `Invalid boolean: ${input}`,
    })
    .transform((value) => value === "true");

export const webAddress = () =>
  text().refine((value) => /^https?:$/.test(URL.parse(value)?.protocol ?? ""), {
    error: "Not a valid URL",
    params: { code: "url_invalid" },
  });

/** Keys of 40, values of 500 characters, 50 of them; an empty value deletes its key. */
export const metadata = () =>
  z
    .preprocess(
      (value) => (Array.isArray(value) ? { ...value } : value),
      z.record(z.string().max(40), z.string().max(500)),
    )
    .refine((value) => Object.keys(value).length <= 50, { error: "Metadata can have up to 50 keys." });

export const address = () =>
  z.strictObject({
    city: emptyable(text()).optional(),
    country: emptyable(text(2)).optional(),
    line1: emptyable(text()).optional(),
    line2: emptyable(text()).optional(),
    postal_code: emptyable(text()).optional(),
    state: emptyable(text()).optional(),
  });

/** Parameters that every list takes. */
export const paging = {
  limit: integer(1)
    .refine((value) => value <= 100, { error: "Invalid integer: limit must be at most 100." })
    .optional(),
  starting_after: text().optional(),
  ending_before: text().optional(),
};

/** `created` as a number or as bounds. */
export const createdFilter = integer()
  .or(
    z.strictObject({
      gt: integer().optional(),
      gte: integer().optional(),
      lt: integer().optional(),
      lte: integer().optional(),
    }),
  )
  .optional();

/** Only the fields that were sent. */
export function given<T extends object>(fields: T): { [Name in keyof T]?: Exclude<T[Name], undefined> } {
  const sent = { ...fields };
  for (const name in sent) if (sent[name] === undefined) delete sent[name];
  return sent as { [Name in keyof T]?: Exclude<T[Name], undefined> };
}

/** An update of metadata: an empty value deletes its key, null all of them. */
export function mergeMetadata(
  before: Readonly<Record<string, string>>,
  update: Readonly<Record<string, string>> | null,
): Record<string, string> {
  if (update === null) return {};
  const entries = Object.entries({ ...before, ...update }).filter(([, value]) => value !== "");
  return Object.fromEntries(entries);
}

/** Throws `StripeError` 400 for the first thing wrong. */
export function readParameters<S extends z.ZodType>(schema: S, form: FormFields): z.output<S> {
  const parsed = schema.safeParse(form);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new StripeError(400, { type: "invalid_request_error", ...explain(issue, form) }, true);
}

function explain(issue: z.core.$ZodIssue | undefined, form: FormFields): Omit<ErrorDetails, "type"> {
  if (!issue) return { message: "Invalid request." };
  const param = nameOf(issue.path);
  if (issue.code === "invalid_union") {
    const inner = issue.errors.at(-1)?.[0];
    return explain(inner && { ...inner, path: [...issue.path, ...inner.path] }, form);
  }
  if (issue.code === "unrecognized_keys") {
    const names = issue.keys.map((key) => nameOf([...issue.path, key]));
    const plural = names.length > 1 ? "s" : "";
    const message = `Received unknown parameter${plural}: ${names.join(", ")}`;
    return { code: "parameter_unknown", message, param: names[0] ?? param };
  }
  const value = valueAt(form, issue.path);
  if (value === undefined)
    return { code: "parameter_missing", message: `Missing required param: ${param}.`, param };
  if (value === "" && issue.code !== "custom")
    return { code: "parameter_invalid_empty", message: emptyMessage(param), param };
  if (issue.code === "invalid_value") {
    return { message: `Invalid ${param}: must be one of ${issue.values.join(", ")}`, param };
  }
  if (issue.code === "invalid_type") return { message: `Invalid ${issue.expected}`, param };
  const code = issue.code === "custom" ? issue.params?.code : undefined;
  return { message: issue.message, param, ...(typeof code === "string" ? { code } : {}) };
}

const emptyMessage = (param: string): string =>
  `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a field; however '${param}' cannot be unset. You should remove '${param}' from your request or supply a non-empty value.`;

/** `line_items[0][price]` */
function nameOf([first = "", ...rest]: readonly PropertyKey[]): string {
  return String(first) + rest.map((part) => `[${String(part)}]`).join("");
}

function valueAt(form: FormValue, path: readonly PropertyKey[]): FormValue | undefined {
  let value: FormValue | undefined = form;
  for (const part of path) {
    if (typeof value !== "object") return undefined;
    value = Object.entries(value).find(([name]) => name === String(part))?.[1];
  }
  return value;
}
