import { parseUrl } from "./parse-url.ts";

/** Hosts of the links that the response of the key check may contain (design section 5). */
const linkHosts: readonly string[] = ["dashboard.vonage.com", "developer.vonage.com"];

export function isAllowedKeyCheckLink(link: string): boolean {
  const url = parseUrl(link);
  return url?.protocol === "https:" && url.username === "" && linkHosts.includes(url.host);
}
