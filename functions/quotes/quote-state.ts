import type { Profile } from "#functions/customer/profile.ts";
import type { Quote } from "#shared/endpoints.ts";
import { type QuoteRow, totalOf } from "./quote-table.ts";

/** A contract that began after the quote was made has accepted it. */
function stateOf({ createdAt, validUntil }: QuoteRow, { plan, contract }: Profile): Quote["state"] {
  if (plan === "standard" && (contract?.startedAt ?? "") > createdAt) return "accepted";
  return new Date(validUntil).getTime() < Date.now() ? "expired" : "open";
}

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
