import type { Target } from "../command.ts";
import { scanPages } from "../table.ts";
import { normalizeForSearch } from "./customer.ts";

/** Pages of 1 MB (256 read units): some 40,000 customers with all their rows. */
const mostPages = 200;
const mostShown = 20;

/**
 * Names are in no key, so this scans the table up to a limit. `note` says if the scan or the result was cut off.
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
