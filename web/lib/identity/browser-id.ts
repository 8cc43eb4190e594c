import { readCookie, writeCookie } from "../cookie.ts";

const name = "browserId";

/**
 * A random cookie by which the portal recognizes this browser; not in local storage, because /signin clears that.
 * It proves nothing and grants nothing. Written anew each time, so that it does not run out; a browser that refuses cookies is
 * a new one at each sign-in.
 */
export function browserId(): string {
  const known = readCookie(name) ?? "";
  const id = /^[\da-f]{32}$/.test(known) ? known : crypto.randomUUID().replaceAll("-", "");
  writeCookie(name, id);
  return id;
}
