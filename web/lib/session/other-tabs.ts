/** A person who signs out is signed out in every tab of this browser. Each tab has a session storage of its own. */

import { readCookie, writeSessionCookie } from "../browser/cookie.ts";
import { orUndefined } from "../browser/or-undefined.ts";
import { session } from "./session.ts";

const name = "signed-out";

/** Firefox refuses it together with the storage. */
const open = (): BroadcastChannel | undefined => orUndefined(() => new BroadcastChannel(name));

/** The login IDs that have signed out, for tabs that are away at another site or closed, and come back. */
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

/** They have signed in again. */
export function forgetSignOut(loginId: string): void {
  if (readSignedOut().includes(loginId)) writeSessionCookie(cookie, otherThan(loginId).join("."));
}

/** The person who is signed in here has signed out in another tab. */
export const isSignedOutElsewhere = (): boolean => readSignedOut().includes(session.read("loginId") ?? "");

/** `end` is called when the person who is signed in here has signed out in another tab. */
export function watchOtherTabs(end: () => void): void {
  open()?.addEventListener("message", ({ data }) => {
    if (data === session.read("loginId")) end();
  });
}

/**
 * Back from another site may bring this page as it was left, with all that it showed. Somebody else may be signed in to this tab by
 * then, or nobody: the page begins again.
 */
export function watchReturn(): void {
  let leftBy: string | undefined;
  window.addEventListener("pagehide", () => {
    leftBy = session.read("loginId");
  });
  window.addEventListener("pageshow", ({ persisted }) => {
    if (!persisted || (session.read("loginId") === leftBy && !isSignedOutElsewhere())) return;
    document.body.hidden = true;
    window.location.reload();
  });
}
