/** `seconds` since the epoch, as Stripe counts. */
export const toIsoTime = (seconds: number): string => new Date(seconds * 1000).toISOString();

export const toIsoTimeIfAny = (seconds: number | null | undefined): string | undefined =>
  seconds === null || seconds === undefined ? undefined : toIsoTime(seconds);

/** Returns the id of an expandable field, expanded or not. */
export const idOf = (reference: string | { id: string } | null | undefined): string | null =>
  typeof reference === "string" ? reference : (reference?.id ?? null);
