import type { Path } from "#shared/site/paths.ts";
import { orUndefined } from "../browser/or-undefined.ts";
import { rawTabStorage } from "../storage/raw-tab-storage.ts";
import { ConnectionError, within } from "./connection-error.ts";

/** Specification section 9. */
const loadMilliseconds = 120_000;

/** The session storage key with the path that this tab was reloaded for, until that screen is loaded. */
const reloadKey = "reloadedFor";

/** Errors of imports whose files could not be loaded. Browsers repeat such an error until a reload. */
const loadFailures = new WeakSet<Error>();

export const isLoadFailure = (error: unknown): boolean => error instanceof Error && loadFailures.has(error);

/** Vite dispatches this event for each failed import before the import rejects. */
export const watchLoadFailures = (): void =>
  window.addEventListener("vite:preloadError", ({ payload }) => void loadFailures.add(payload));

/** Allows another reload: a screen or the error page is shown. */
export const forgetReload = (): void => rawTabStorage.remove(reloadKey);

/** Imports a screen's file. Throws `ConnectionError` with the reason `not-loaded`. */
export async function loadScreen<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await within(loadMilliseconds, "not-loaded", load());
  } catch (cause) {
    throw new ConnectionError("not-loaded", { cause });
  }
}

const files = new Map<Path, () => Promise<unknown>>();

/** Registers the import of a screen's files, so that features can preload screens of other features. */
export function registerScreen(path: Path, load: () => Promise<unknown>): void {
  files.set(path, load);
}

/** Starts loading a screen. A failure is shown when the screen is opened. */
export function preloadScreen(path: Path): void {
  files
    .get(path)?.()
    .catch(() => {});
}

export const isNotLoaded = (error: unknown): error is ConnectionError =>
  error instanceof ConnectionError && error.reason === "not-loaded";

/**
 * Returns whether a reload can fix a missing file. Not offline, because the page would not load, and not
 * without session storage, because reloads would not end.
 */
export const mayReload = (error: unknown): boolean =>
  isNotLoaded(error) &&
  navigator.onLine &&
  orUndefined(() => sessionStorage.getItem(reloadKey) !== window.location.pathname) === true;

/** Reloads the page to load the newest version of the site. Typed values are in session storage. */
export function reloadOnce(): void {
  sessionStorage.setItem(reloadKey, window.location.pathname);
  window.location.reload();
}
