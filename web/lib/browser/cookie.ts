import { type LastingCookie, lastingCookieSeconds } from "#shared/site/cookies.ts";
import { orUndefined } from "./or-undefined.ts";

/**
 * Returns the first well-formed cookie of that name: another application of the domain can set one with any content.
 */
export function readCookie(name: string): string | undefined {
  const values = document.cookie.matchAll(new RegExp(`(?:^|; )${name}=([^;]+)`, "g"));
  return [...values]
    .map(([, value = ""]) => orUndefined(() => decodeURIComponent(value)))
    .find((value) => value !== undefined);
}

/**
 * Sets a cookie for 400 days, for values that outlive /signin, which clears local storage. An empty value
 * removes it. Safari keeps a cookie from a script for seven days, so the response of a page sets it again.
 */
export function writeCookie(name: LastingCookie, value: string): void {
  write(name, value, `; Max-Age=${value === "" ? 0 : lastingCookieSeconds}`);
  if (value !== "") fetch("/", { method: "HEAD", keepalive: true }).catch(() => {});
}

/** Sets a session cookie: the browser keeps it as long as the tabs' session storage. */
export const writeSessionCookie = (name: string, value: string): void => write(name, value, "");

function write(name: string, value: string, lifetime: string): void {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: Safari and Firefox have no Cookie Store API.
  document.cookie = `${name}=${encodeURIComponent(value)}${lifetime}; Path=/; SameSite=Lax${secure}`;
}
