/**
 * A customer's quotes. Rows are never changed; an erasure deletes them with the rest of the customer's
 * partition.
 */
import * as z from "zod/mini";
import type { Profile } from "#functions/customer/profile.ts";
import { type Key, type Put, queryNewest, readItem } from "#functions/platform/table.ts";
import { type Quote, quote } from "#shared/endpoints.ts";

const quoteRow = z.object({
  id: z.string(),
  number: z.string(),
  /** ISO 8601. */
  createdAt: z.string(),
  /** ISO 8601. */
  validUntil: z.string(),
  addressee: z.string(),
  department: z.optional(z.string()),
  person: z.optional(z.string()),
  /** Follows the last name on the quote. */
  honorific: z.enum(["様", "御中"]),
  months: z.int(),
  /** Year and month in which the use is to begin, e.g. 202612. */
  firstMonth: z.optional(z.int()),
  /** Stripe's price that was quoted, `price_...`. */
  priceId: z.string(),
  /** Yen of one period, tax included. */
  amountYen: z.int(),
  taxRatePercent: z.int(),
  /** Periods of a price: months, or one year. */
  quantity: z.int(),
  unit: z.enum(["か月", "年"]),
});
export type QuoteRow = z.output<typeof quoteRow>;

const prefix = "QUOTE#";
const keyOf = (sub: string, id: string): Key => ({ pk: `CUSTOMER#${sub}`, sk: `${prefix}${id}` });

/** The write of a new quote. Refused if the quote exists. */
export const newQuote = (sub: string, quote: QuoteRow): Put => ({
  put: { ...keyOf(sub, quote.id), ...quote },
  condition: "attribute_not_exists(pk)",
});

export const readQuote = (sub: string, id: string): Promise<QuoteRow | undefined> =>
  readItem(keyOf(sub, id), quoteRow);

/** Returns the customer's quotes, newest first. */
export async function readQuotes(sub: string): Promise<QuoteRow[]> {
  const items = queryNewest(`CUSTOMER#${sub}`, { from: prefix, to: `${prefix}~` });
  const rows = await Array.fromAsync(items, (item) => quoteRow.parse(item));
  return rows.sort((one, other) => other.createdAt.localeCompare(one.createdAt));
}

/** Yen of the whole quote, tax included. */
export const totalOf = ({ amountYen, quantity }: QuoteRow): number => amountYen * quantity;

/**
 * A contract that began after the quote was created accepts it, even once the contract has ended. Stripe's
 * times are whole seconds.
 */
function stateOf({ createdAt, validUntil }: QuoteRow, { contract }: Profile): Quote["state"] {
  const startedAt = new Date(contract?.startedAt ?? 0).getTime();
  if (startedAt >= Math.floor(new Date(createdAt).getTime() / 1000) * 1000) return "accepted";
  return new Date(validUntil).getTime() < Date.now() ? "expired" : "open";
}

export const isOpen = (row: QuoteRow, profile: Profile): boolean => stateOf(row, profile) === "open";

/** Returns the quote as the API shows it. */
export const toQuote = (row: QuoteRow, profile: Profile): Quote =>
  quote.parse({ ...row, total: totalOf(row), state: stateOf(row, profile) });
