/** Names and numbers are in no key, so what looks for them scans the table. */
import { parsePhoneNumberFromString } from "libphonenumber-js";
import type { Row } from "#functions/platform/table.ts";
import { scanPages } from "../rows.ts";
import { normalizeForSearch } from "./customer.ts";

/** Profiles, page by page of the table: 1 MB, 256 read units. */
export const profilePages = (): AsyncGenerator<Row[]> =>
  scanPages("sk = :profile", { ":profile": "PROFILE" });

export const subOf = ({ pk }: Row): string => pk.replace("CUSTOMER#", "");

/** `０９０-…`, `+81 90 …` or `(03) 1111-2222` to `+81…`; undefined if it is no phone number. */
export function toPhoneNumber(text: string): string | undefined {
  const number = parsePhoneNumberFromString(text.normalize("NFKC"), "JP");
  return number?.isPossible() ? number.number : undefined;
}

/** Of the company's own, the person in charge or the billing contact. */
export const hasPhone = (row: Row, number: string): boolean =>
  [row.chargePhoneNumber, row.corporatePhoneNumber, row.billingPhoneNumber].some(
    (stored) => typeof stored === "string" && toPhoneNumber(stored) === number,
  );

/** Some 40,000 customers with all their rows. */
const mostPages = 200;
const mostShown = 20;

/**
 * Finds profiles with that phone number, in any form, or that part of the company's name. `note` says if the scan or the result
 * was cut off.
 */
export async function searchProfiles(text: string): Promise<{ subs: string[]; note?: string }> {
  const subs: string[] = [];
  const matches = matcherOf(text);
  let looked = 0;
  for await (const rows of profilePages()) {
    if (looked === mostPages || subs.length > mostShown) break;
    looked += 1;
    subs.push(...rows.filter(matches).map(subOf));
  }
  if (subs.length > mostShown)
    return {
      subs: subs.slice(0, mostShown),
      note: `There are more than ${mostShown}: say more of the name.`,
    };
  return looked === mostPages ? { subs, note: beginningOnly } : { subs };
}

const beginningOnly =
  "Only the beginning of the table was looked through: use the login ID, the e-mail address or the customer id.";

function matcherOf(text: string): (row: Row) => boolean {
  const number = toPhoneNumber(text);
  const name = normalizeForSearch(text);
  return (row) =>
    (number !== undefined && hasPhone(row, number)) ||
    normalizeForSearch(String(row.corporateName)).includes(name);
}
