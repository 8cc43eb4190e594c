import { parseUrl } from "./parse-url.ts";

/** The links that the answer of the voice provider's key check may hold (design section 5). */
const linkHosts: readonly string[] = ["dashboard.vonage.com", "developer.vonage.com"];

export function isAllowedKeyCheckLink(link: string): boolean {
  const url = parseUrl(link);
  return url?.protocol === "https:" && url.username === "" && linkHosts.includes(url.host);
}
