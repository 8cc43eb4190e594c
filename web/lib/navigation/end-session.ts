/** The one way in which a session of this tab ends: on request, by the server, or because it expired. */
import type { NavigateFunction } from "react-router-dom";
import type { Path } from "#shared/site/paths.ts";
import { forgetPassword } from "../identity/password/pending-password.ts";
import { revokeSession } from "../identity/tokens/session.ts";
import { clearTokens } from "../identity/tokens/stored-keys.ts";
import { broadcastSignOut, isSignedOutElsewhere } from "../session/other-tabs.ts";
import { session } from "../session/session.ts";
import { arrivalBy } from "./arrival.ts";
import type { NavigationState } from "./navigation-state.ts";

interface End {
  /** The next screen. */
  to: Path;
  replace?: boolean;
  state?: NavigationState;
  /** Cognito still takes the session's tokens: they are revoked first. The person's other tabs end theirs as well. */
  revokes?: boolean;
  /** Keeps drafts for the next sign-in. */
  keepsDrafts?: boolean;
}

let isEnding = false;

/**
 * The next screen is drawn before anything is cleared: a screen that is still mounted asks again for what is missing, without a
 * token, and its 401 would lead to /signin. A second call while the first is under way does nothing.
 */
export async function endSession(
  navigate: NavigateFunction,
  { to, revokes = false, keepsDrafts = false, ...options }: End,
): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  const loginId = session.read("loginId");
  // By the tab that this one follows.
  const isKnown = isSignedOutElsewhere();
  const clear = (): void => {
    forgetPassword();
    if (keepsDrafts) session.forgetCustomer();
    else session.clear();
    clearTokens();
  };
  // Closing the tab meanwhile leaves nothing behind that a reopened tab would restore.
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

/** While a session ends, failed calls are not shown. */
export const isSessionEnding = (): boolean => isEnding;
