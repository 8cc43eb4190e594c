/**
 * State that a screen passes to the next by the router's history state. It is not in the address, so a link
 * cannot forge it.
 */
import { useLocation } from "react-router-dom";
import { parseUrl } from "#shared/parse-url.ts";
import { type Path, paths } from "#shared/site/paths.ts";
import type { Challenge } from "#web/lib/identity/challenges/challenge.ts";

export interface NavigationState {
  /** The address to return to after the sign-in: path, query and hash. */
  from?: string;
  /** A sentence that the error page adds to its own. */
  reason?: string;
  /** The request id of the failed call, which the error page shows for support. */
  requestId?: string;
  /** The target of the error page's back button. */
  resume?: Path;
  /** The action has just been completed. A completion page shows nothing without it. */
  completed?: true;
  /** The sentence on /update/comp about the saved values. */
  saved?: string;
  /** A message on top of the next screen. The sign-in page also fills in `loginId`. */
  message?: string;
  loginId?: string;
  /** The address that a mail with the login IDs was sent to. */
  sentTo?: string;
  /** The token of a mail's link. The page removes it from the address. */
  unsubscribeToken?: string;
  /** The challenge of the sign-in, for /signin/auth, which validates it. */
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

/** Returns the address if the customer can return to it after the sign-in. */
export const returnableAddress = ({ pathname, search, hash }: Address): string | undefined =>
  returnable.some((candidate) => candidate === pathname) ? `${pathname}${search}${hash}` : undefined;

/** A base for relative addresses. An address of another origin is refused. */
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

/** Reads the state from the browser's history. Ignores anything else in it. */
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

/** Returns the state that the previous screen passed to this one. */
export const useNavigationState = (): NavigationState => readNavigationState(useLocation().state);
