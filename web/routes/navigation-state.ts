/** State that one screen passes to the next through the router: never in the address, so a link cannot forge it. */
import type { Challenge } from "#web/lib/identity/challenge.ts";
import { type Path, paths } from "./paths.ts";

export interface NavigationState {
  /** The path at which the session expired. */
  from?: Path;
  /** A calm sentence that the error page adds to its own. */
  reason?: string;
  /** Of the call that failed: the error page names it for the support. */
  requestId?: string;
  /** The target of the error page's back button. */
  resume?: Path;
  /** The action has just been completed. Opened by its address, a completion page claims nothing. */
  completed?: true;
  /** The sentence on /update/comp that says what was saved. */
  saved?: string;
  /** A notice on top of the next screen; on the sign-in page beside the login ID that it fills in. */
  notice?: string;
  loginId?: string;
  /** From the link of a mail: /unsubscribe takes it out of the address. */
  unsubscribeToken?: string;
  /** Cognito asks for more than the password; /signin/auth checks what history holds. */
  challenge?: Challenge;
}

const returnable: readonly Path[] = [
  paths.menu,
  paths.pluginDownload,
  paths.manualDownload,
  paths.upgrade,
  paths.contract,
  paths.update,
  paths.passwordChange,
  paths.emailChange,
  paths.phoneChange,
  paths.licence,
  paths.guide,
  paths.security,
  paths.leave,
];

/** The path when a signed-in person may be brought back to it, otherwise `undefined`. */
export const returnablePath = (path: unknown): Path | undefined =>
  returnable.find((candidate) => candidate === path);

const pathIn = (path: unknown): Path | undefined =>
  Object.values(paths).find((candidate) => candidate === path);

/** Reads the state out of the browser's history, as far as we wrote it. */
export function readNavigationState(state: unknown): NavigationState {
  if (typeof state !== "object" || state === null) return {};
  const from = "from" in state ? returnablePath(state.from) : undefined;
  const resume = "resume" in state ? pathIn(state.resume) : undefined;
  return {
    ...(from && { from }),
    ...(resume && { resume }),
    ...("completed" in state && state.completed === true && { completed: true }),
    ...("saved" in state && typeof state.saved === "string" && { saved: state.saved }),
    ...("reason" in state && typeof state.reason === "string" && { reason: state.reason }),
    ...("requestId" in state && typeof state.requestId === "string" && { requestId: state.requestId }),
    ...("notice" in state && typeof state.notice === "string" && { notice: state.notice }),
    ...("unsubscribeToken" in state &&
      typeof state.unsubscribeToken === "string" && { unsubscribeToken: state.unsubscribeToken }),
    ...("loginId" in state && typeof state.loginId === "string" && { loginId: state.loginId }),
  };
}
