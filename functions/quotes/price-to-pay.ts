/** Computes the price of a purchase: today's price, or that of an open quote if it is lower. */
import type { Profile } from "#functions/customer/profile.ts";
import { environment, numericEnvironment } from "#functions/runtime/environment.ts";
import { isOpen, type QuoteRow, readQuotes } from "./quote-table.ts";

/** A price at Stripe: its id, and yen of one period, tax included. */
export interface PriceToPay {
  id: string;
  amountYen: number;
}

export const todaysPrice = (): PriceToPay => ({
  id: environment("STRIPE_PRICE_ID"),
  amountYen: numericEnvironment("STANDARD_PRICE_YEN"),
});

export const todaysUnit = (): QuoteRow["unit"] => (environment("PRICE_INTERVAL") === "year" ? "年" : "か月");

/**
 * Returns the open quote that is cheaper than today's price: the cheapest, and of those the one that is valid
 * longest.
 */
export function findCheaperQuote(rows: readonly QuoteRow[], profile: Profile): QuoteRow | undefined {
  const { amountYen } = todaysPrice();
  return rows
    .filter((row) => isOpen(row, profile) && row.unit === todaysUnit() && row.amountYen < amountYen)
    .toSorted((a, b) => a.amountYen - b.amountYen || b.validUntil.localeCompare(a.validUntil))[0];
}

export async function priceToPay(sub: string, profile: Profile): Promise<PriceToPay> {
  const quote = findCheaperQuote(await readQuotes(sub), profile);
  return quote ? { id: quote.priceId, amountYen: quote.amountYen } : todaysPrice();
}
