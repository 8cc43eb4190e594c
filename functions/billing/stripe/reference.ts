/** The id of what Stripe refers to, whether the answer holds the object or its id. */
export const idOf = (reference: string | { id: string } | null | undefined): string | null =>
  typeof reference === "string" ? reference : (reference?.id ?? null);
