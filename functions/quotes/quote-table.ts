/** A customer's quotes. Rows are never changed; an erasure deletes them with the rest of the customer's partition. */
import * as z from "zod/mini";
import { getItem, type Key, type Put, queryNewest } from "#functions/platform/table.ts";

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
  /** After the last name on it. */
  honorific: z.enum(["様", "御中"]),
  months: z.int(),
  /** Stripe's price that was quoted, `price_...`. */
  priceId: z.string(),
  /** Of one period, tax included. */
  amountYen: z.int(),
  taxRatePercent: z.int(),
  /** Periods of a price: months, or one year. */
  quantity: z.int(),
  unit: z.enum(["か月", "年"]),
});
export type QuoteRow = z.output<typeof quoteRow>;

const prefix = "QUOTE#";
const keyOf = (sub: string, id: string): Key => ({ pk: `CUSTOMER#${sub}`, sk: `${prefix}${id}` });

/** Refused if there is that quote already. */
export const newQuote = (sub: string, quote: QuoteRow): Put => ({
  put: { ...keyOf(sub, quote.id), ...quote },
  condition: "attribute_not_exists(pk)",
});

export async function readQuote(sub: string, id: string): Promise<QuoteRow | undefined> {
  const item = await getItem(keyOf(sub, id));
  return item && quoteRow.parse(item);
}

/** Newest first. */
export async function readQuotes(sub: string): Promise<QuoteRow[]> {
  const rows: QuoteRow[] = [];
  for await (const item of queryNewest(`CUSTOMER#${sub}`, { from: prefix, to: `${prefix}~` }))
    rows.push(quoteRow.parse(item));
  return rows.sort((one, other) => other.createdAt.localeCompare(one.createdAt));
}

/** Yen of the whole quote, tax included. */
export const totalOf = ({ amountYen, quantity }: QuoteRow): number => amountYen * quantity;
