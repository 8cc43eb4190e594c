/** Finds profiles in the table's indexes: by the company's name, or by a phone number. */
import { parsePhoneNumberFromString } from "libphonenumber-js";
import { searchName } from "#functions/customer/search-attributes.ts";
import type { Key } from "#functions/platform/table.ts";
import { queryIndex } from "../rows.ts";

export const subOf = ({ pk }: Key): string => pk.replace("CUSTOMER#", "");

/** `０９０-…`, `+81 90 …` or `(03) 1111-2222` to `+81…`; undefined if it is no phone number. */
export function toPhoneNumber(text: string): string | undefined {
  const number = parsePhoneNumberFromString(text.normalize("NFKC"), "JP");
  return number?.isPossible() ? number.number : undefined;
}

const mostShown = 20;
const most = mostShown + 1;

/**
 * Finds the customers whose company's name begins with that text, or who have that phone number, in any form: of the
 * company's own, the person in charge or the billing contact. `note` says that there are more.
 */
export async function searchProfiles(text: string): Promise<{ subs: string[]; note?: string }> {
  const number = toPhoneNumber(text);
  const found = await Promise.all([
    findByName(searchName(text)),
    ...(number === undefined ? [] : phoneIndexes.map((index) => queryIndex(index, { key: number, most }))),
  ]);
  const subs = [...new Set(found.flat().map(subOf))];
  return subs.length > mostShown ? { subs: subs.slice(0, mostShown), note: tooMany } : { subs };
}

const phoneIndexes = ["by-charge-phone", "by-corporate-phone", "by-billing-phone"] as const;

const findByName = (beginning: string): Promise<Key[]> | Key[] =>
  beginning === "" ? [] : queryIndex("by-name", { key: "PROFILE", beginning, most });

const tooMany = `There are more than ${mostShown}: say more of the name, or use the login ID, the e-mail address or the customer id.`;
