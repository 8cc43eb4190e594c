/** An endpoint is its parameters and what it does with them. */
import { z } from "zod";
import { decodePart } from "../../../http.ts";
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

export interface Match {
  name: string;
  id: string;
  run: Run;
}

export function createRouter(endpoints: Endpoints): (method: string, path: string) => Match | undefined {
  const patterns = Object.entries(endpoints).map(([name, run]) => {
    const [method = "", path = ""] = name.split(" ");
    return { name, method, run, pattern: new RegExp(`^${path.replace("{id}", "((?!search$)[^/]+)")}/?$`) };
  });
  return (method, path) => {
    for (const { name, run, pattern, ...each } of patterns) {
      const match = each.method === method ? pattern.exec(path) : null;
      if (match) return { name, run, id: decodePart(match[1] ?? "") };
    }
    return undefined;
  };
}
