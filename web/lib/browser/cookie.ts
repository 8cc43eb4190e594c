import { type LastingCookie, lastingCookieSeconds } from "#shared/site/cookies.ts";
import { orUndefined } from "./or-undefined.ts";

/** The first well-formed one: another application of this domain may have set one of that name, with anything in it. */
export function readCookie(name: string): string | undefined {
  const values = document.cookie.matchAll(new RegExp(`(?:^|; )${name}=([^;]+)`, "g"));
  return [...values]
    .map(([, value = ""]) => orUndefined(() => decodeURIComponent(value)))
    .find((value) => value !== undefined);
}

/**
 * For 400 days; an empty value removes it. For what has to outlive /signin, which clears local storage. Safari would keep it for
 * seven days: the response of a page sets it anew.
 */
export function writeCookie(name: LastingCookie, value: string): void {
  write(name, value, `; Max-Age=${value === "" ? 0 : lastingCookieSeconds}`);
  if (value !== "") fetch("/", { method: "HEAD", keepalive: true }).catch(() => {});
}

/** As long as the browser keeps tabs and their session storage. */
export const writeSessionCookie = (name: string, value: string): void => write(name, value, "");

function write(name: string, value: string, lifetime: string): void {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Safari and Firefox.
  document.cookie = `${name}=${encodeURIComponent(value)}${lifetime}; Path=/; SameSite=Lax${secure}`;
}
