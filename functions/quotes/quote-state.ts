import type { Profile } from "#functions/customer/profile.ts";
import type { Quote } from "#shared/endpoints.ts";
import { type QuoteRow, totalOf } from "./quote-table.ts";

/** A contract that began after the quote was made has accepted it, and ending it opens no quote again. Stripe's times are whole seconds. */
function stateOf({ createdAt, validUntil }: QuoteRow, { contract }: Profile): Quote["state"] {
  const startedAt = new Date(contract?.startedAt ?? 0).getTime();
  if (startedAt >= Math.floor(new Date(createdAt).getTime() / 1000) * 1000) return "accepted";
  return new Date(validUntil).getTime() < Date.now() ? "expired" : "open";
}

export const isOpen = (row: QuoteRow, profile: Profile): boolean => stateOf(row, profile) === "open";

/** As the API shows it. */
export const toQuote = (row: QuoteRow, profile: Profile): Quote => ({
  id: row.id,
  number: row.number,
  createdAt: row.createdAt,
  validUntil: row.validUntil,
  addressee: row.addressee,
  months: row.months,
  total: totalOf(row),
  state: stateOf(row, profile),
});
