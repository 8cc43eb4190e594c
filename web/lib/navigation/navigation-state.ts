/** State that one screen passes to the next through the router: never in the address, so a link cannot forge it. */
import { useLocation } from "react-router-dom";
import { parseUrl } from "#shared/parse-url.ts";
import { type Path, paths } from "#shared/site/paths.ts";
import type { Challenge } from "#web/lib/identity/challenges/challenge.ts";

export interface NavigationState {
  /** The address to come back to once somebody has signed in: path, query and hash. */
  from?: string;
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
  /** A message on top of the next screen; on the sign-in page beside the login ID that it fills in. */
  message?: string;
  loginId?: string;
  /** The address that a mail with its login IDs was sent to. */
  sentTo?: string;
  /** From the link of a mail: the page that it leads to takes it out of the address. */
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

type Address = Pick<Location, "pathname" | "search" | "hash">;

/** The address when a signed-in person may be brought back to it, otherwise `undefined`. */
export const returnableAddress = ({ pathname, search, hash }: Address): string | undefined =>
  returnable.some((candidate) => candidate === pathname) ? `${pathname}${search}${hash}` : undefined;

/** Any origin: an address of another one is not ours. */
const site = "https://portal.invalid";

function addressIn(from: unknown): string | undefined {
  const url = typeof from === "string" ? parseUrl(from, site) : undefined;
  return url?.origin === site ? returnableAddress(url) : undefined;
}

const pathIn = (path: unknown): Path | undefined =>
  Object.values(paths).find((candidate) => candidate === path);

const textKeys = [
  "saved",
  "reason",
  "requestId",
  "message",
  "unsubscribeToken",
  "loginId",
  "sentTo",
] as const;

/** Reads the state out of the browser's history, as far as we wrote it. */
export function readNavigationState(state: unknown): NavigationState {
  if (typeof state !== "object" || state === null) return {};
  const given: Partial<Record<string, unknown>> = { ...state };
  const from = addressIn(given.from);
  const resume = pathIn(given.resume);
  const read: NavigationState = {
    ...(from && { from }),
    ...(resume && { resume }),
    ...(given.completed === true && { completed: true }),
  };
  for (const key of textKeys) {
    const text = given[key];
    if (typeof text === "string") read[key] = text;
  }
  return read;
}

/** The message of the previous screen, or of the browser's history, to this one. */
export const useNavigationState = (): NavigationState => readNavigationState(useLocation().state);
