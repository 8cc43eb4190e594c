/** Ends the session of this tab: on request, by the server, or after its expiry. */
import type { NavigateFunction } from "react-router-dom";
import type { Path } from "#shared/site/paths.ts";
import { forgetPassword } from "../identity/password/pending-password.ts";
import { revokeSession } from "../identity/tokens/current-session.ts";
import { clearTokens } from "../identity/tokens/stored-keys.ts";
import { broadcastSignOut, isSignedOutElsewhere } from "../session/other-tabs.ts";
import { session } from "../session/session.ts";
import { tabStorage } from "../storage/tab-storage.ts";
import { arrivalBy } from "./arrival.ts";
import type { NavigationState } from "./navigation-state.ts";

interface End {
  /** The next screen. */
  to: Path;
  replace?: boolean;
  state?: NavigationState;
  /** Revokes the session's tokens first, and ends the session in the customer's other tabs. */
  revokes?: boolean;
  /** Keeps the drafts for the next sign-in. */
  keepsDrafts?: boolean;
}

let isEnding = false;

/**
 * Navigates, and clears the session after the next screen is rendered: a screen that is still mounted would
 * call the API without a token, and the 401 would lead to /signin. Does nothing while the session is ending.
 */
export async function endSession(
  navigate: NavigateFunction,
  { to, revokes = false, keepsDrafts = false, ...options }: End,
): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  const loginId = tabStorage.read("loginId");
  // The other tab has already announced the sign-out.
  const isKnown = isSignedOutElsewhere();
  const clear = (): void => {
    forgetPassword();
    if (keepsDrafts) session.endKeepingDrafts();
    else session.end();
    clearTokens();
  };
  // If the tab is closed meanwhile, nothing is left for the browser to restore.
  window.addEventListener("pagehide", clear);
  try {
    if (revokes) await revokeSession();
    await arrivalBy(() => navigate(to, options));
  } finally {
    window.removeEventListener("pagehide", clear);
    clear();
    if (revokes && loginId !== undefined && !isKnown) broadcastSignOut(loginId);
    isEnding = false;
  }
}

/** Whether the session is ending. Failed calls are not shown meanwhile. */
export const isSessionEnding = (): boolean => isEnding;
