import type { Target } from "../command.ts";
import { scanPages } from "../table.ts";
import { normalizeForSearch } from "./customer.ts";

/** Of 1 MB and 256 read units each: some 40,000 customers with all that lies beside them. */
const mostPages = 200;
const mostShown = 20;

/**
 * Names are in no key, so the table is read from its beginning, up to a bound: `note` says when that, or what is shown, was
 * not everything.
 */
export async function findByCompany(
  text: string,
  target: Target,
  pages = mostPages,
): Promise<{ subs: string[]; note: string | undefined }> {
  const subs: string[] = [];
  let looked = 0;
  for await (const rows of scanPages(target, "sk = :profile", { ":profile": "PROFILE" })) {
    if (looked === pages || subs.length > mostShown) break;
    looked += 1;
    const fitting = rows.filter(({ corporateName }) =>
      normalizeForSearch(String(corporateName)).includes(normalizeForSearch(text)),
    );
    subs.push(...fitting.map(({ pk }) => pk.replace(/^CUSTOMER#/, "")));
  }
  return { subs: subs.slice(0, mostShown), note: noteOf(subs.length > mostShown, looked === pages) };
}

function noteOf(isMore: boolean, isBounded: boolean): string | undefined {
  if (isMore) return `There are more than ${mostShown}: say more of the name.`;
  return isBounded
    ? "Only the beginning of the table was looked through: use the login ID, the e-mail address or the customer id."
    : undefined;
}
