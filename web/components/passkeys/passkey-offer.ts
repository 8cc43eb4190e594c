/** The offer of a passkey: once after each sign-in with the password, until it is dismissed in this browser. */

import { readCookie, writeCookie } from "#web/lib/browser/cookie.ts";
import { canHoldPasskey, loadSignInMethods } from "#web/lib/queries/sign-in-methods.ts";
import { session } from "#web/lib/session/session.ts";

/** A cookie, because /signin clears local storage. */
const dismissed = "passkeyOfferDismissed";

const isDismissed = (): boolean => readCookie(dismissed) !== undefined;

export function dismissPasskeyOffer(): void {
  writeCookie(dismissed, "1");
}

/**
 * Decides whether the menu shows the offer after a sign-in with the password: this device supports passkeys, and the customer has
 * none. Rejects if that cannot be determined.
 */
export async function decidePasskeyOffer(): Promise<void> {
  if (session.read("passkeyOffer") !== "undecided") return;
  session.remove("passkeyOffer");
  if (isDismissed() || !(await canHoldPasskey())) return;
  if ((await loadSignInMethods()).passkeys.length > 0) return;
  session.write("passkeyOffer", "due");
  for (const listener of listeners) listener();
}

const listeners = new Set<() => void>();

/** Told once an offer is due. Returns how to end it. */
export function onPasskeyOffer(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const isPasskeyOfferDue = (): boolean => session.read("passkeyOffer") === "due" && !isDismissed();

/** It is on the screen, or there is a passkey now: a reload, Back or another screen brings it no more. */
export const withdrawPasskeyOffer = (): void => session.remove("passkeyOffer");
