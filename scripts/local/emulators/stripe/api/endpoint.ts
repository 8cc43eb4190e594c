/** An endpoint is its parameters and what it does with them. */
import { z } from "zod";
import type { FormFields } from "./form.ts";
import { readParameters } from "./parameters.ts";

/** Returns the stored object (or list) to answer with; throws `StripeError`. */
export type Run = (form: FormFields, id: string) => object;

/** Named like `POST /v1/customers/{id}`. */
export type Endpoints = Readonly<Record<string, Run>>;

export function endpoint<S extends z.ZodType>(
  schema: S,
  run: (parameters: z.output<S>, id: string) => object,
): Run {
  return (form, id) => run(readParameters(schema, form), id);
}

/** An endpoint without parameters of its own. */
export const plain = (run: (id: string) => object): Run => endpoint(z.strictObject({}), (_, id) => run(id));
