/** The passkey offer on the menu: once after each sign-in with the password, until it is dismissed in this browser. */

import { readCookie, writeCookie } from "#web/lib/browser/cookie.ts";
import { canHoldPasskey, loadSignInMethods } from "#web/lib/queries/sign-in-methods.ts";
import { tabStorage } from "#web/lib/storage/tab-storage.ts";

/** A cookie, because /signin clears local storage. */
const dismissed = "passkeyOfferDismissed";

const isDismissed = (): boolean => readCookie(dismissed) !== undefined;

export function dismissPasskeyOffer(): void {
  writeCookie(dismissed, "1");
}

/**
 * Decides after a sign-in with the password whether the menu shows the offer: if this device supports
 * passkeys and the customer has none. Rejects if that is unknown.
 */
export async function decidePasskeyOffer(): Promise<void> {
  if (tabStorage.read("passkeyOffer") !== "undecided") return;
  tabStorage.remove("passkeyOffer");
  if (isDismissed() || !(await canHoldPasskey())) return;
  if ((await loadSignInMethods()).passkeys.length > 0) return;
  tabStorage.write("passkeyOffer", "due");
  for (const listener of listeners) listener();
}

const listeners = new Set<() => void>();

/** Calls `listener` when an offer becomes due. Returns a function that removes it. */
export function onPasskeyOffer(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const isPasskeyOfferDue = (): boolean => tabStorage.read("passkeyOffer") === "due" && !isDismissed();

/** Withdraws the offer once it is shown or a passkey was added, so that a reload or Back does not show it again. */
export const withdrawPasskeyOffer = (): void => tabStorage.remove("passkeyOffer");
