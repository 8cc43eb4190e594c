import { z } from "zod";

export type Json = Record<string, unknown>;

const hostedFields = ["url", "hosted_invoice_url", "invoice_pdf", "receipt_url"];

/** A copy whose hosted pages, kept as paths because ports change between runs, have their full address. */
export function withOrigin(object: object, origin: string): Json {
  const copy: Json = z.record(z.string(), z.unknown()).parse(structuredClone(object));
  for (const field of hostedFields) {
    const value = copy[field];
    // A list has a `url` as well, and there it stays a path.
    if (copy.object !== "list" && typeof value === "string" && value.startsWith("/")) {
      copy[field] = `${origin}${value}`;
    }
  }
  if (copy.object === "list" && Array.isArray(copy.data)) {
    copy.data = copy.data.map((entry) => withOrigin(entry, origin));
  }
  return copy;
}
