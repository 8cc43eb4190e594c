import { readCookie, writeCookie } from "../cookie.ts";

const name = "browserId";

/**
 * What lets the portal tell this browser from one that was never used: a random cookie, because /signin clears local storage.
 * It proves nothing and grants nothing. Written anew each time, so that it does not run out; a browser that refuses cookies is
 * a new one at each sign-in.
 */
export function browserId(): string {
  const known = readCookie(name) ?? "";
  const id = /^[\da-f]{32}$/.test(known) ? known : crypto.randomUUID().replaceAll("-", "");
  writeCookie(name, id);
  return id;
}
