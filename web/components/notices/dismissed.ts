import { readCookie, writeCookie } from "#web/lib/cookie.ts";

const cookie = "dismissedNotices";
/** There are three at most at a time. */
const mostRemembered = 10;

const read = (): string[] => (readCookie(cookie) ?? "").split(".").filter(Boolean);

export const isDismissed = (id: string): boolean => read().includes(id);

export const rememberDismissed = (id: string): void =>
  writeCookie(cookie, [...read().filter((each) => each !== id), id].slice(-mostRemembered).join("."));
