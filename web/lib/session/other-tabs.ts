/** A sign-out signs the customer out in every tab of this browser. Each tab has its own session storage. */

import { readCookie, writeSessionCookie } from "../browser/cookie.ts";
import { orUndefined } from "../browser/or-undefined.ts";
import { tabStorage } from "../storage/tab-storage.ts";

const name = "signed-out";

/** Returns `undefined` if the browser refuses it, as Firefox does when it refuses storage. */
const open = (): BroadcastChannel | undefined => orUndefined(() => new BroadcastChannel(name));

/** The cookie with the login IDs that have signed out, for tabs that were closed or at another site meanwhile. */
const cookie = "signedOut";
const mostRemembered = 20;
const readSignedOut = (): string[] => (readCookie(cookie) ?? "").split(".").filter(Boolean);
const otherThan = (loginId: string): string[] => readSignedOut().filter((each) => each !== loginId);

export function broadcastSignOut(loginId: string): void {
  writeSessionCookie(cookie, [...otherThan(loginId), loginId].slice(-mostRemembered).join("."));
  const channel = open();
  channel?.postMessage(loginId);
  channel?.close();
}

/** Removes a login ID from the cookie after a sign-in. */
export function forgetSignOut(loginId: string): void {
  if (readSignedOut().includes(loginId)) writeSessionCookie(cookie, otherThan(loginId).join("."));
}

/** Returns whether this tab's customer has signed out in another tab. */
export const isSignedOutElsewhere = (): boolean => readSignedOut().includes(tabStorage.read("loginId") ?? "");

/** Calls `end` when this tab's customer signs out in another tab. */
export function watchOtherTabs(end: () => void): void {
  open()?.addEventListener("message", ({ data }) => {
    if (data === tabStorage.read("loginId")) end();
  });
}

/**
 * Reloads a page that the browser restores from its back/forward cache if another customer, or none, is
 * signed in by then: the page shows the former customer's data.
 */
export function watchReturn(): void {
  let leftBy: string | undefined;
  window.addEventListener("pagehide", () => {
    leftBy = tabStorage.read("loginId");
  });
  window.addEventListener("pageshow", ({ persisted }) => {
    if (!persisted || (tabStorage.read("loginId") === leftBy && !isSignedOutElsewhere())) return;
    document.body.hidden = true;
    window.location.reload();
  });
}
