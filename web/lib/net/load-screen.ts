import type { Path } from "#shared/site/paths.ts";
import { orUndefined } from "../browser/or-undefined.ts";
import { tabStorage } from "../browser/tab-storage.ts";
import { ConnectionError, within } from "./connection-error.ts";

/** Specification section 9. */
const loadMilliseconds = 120_000;

/** In session storage: the path of the screen that this tab was reloaded for, until that screen's file is there. */
const reloadKey = "reloadedFor";

/** The errors of imports whose file, or a file that it imports, did not come. Browsers repeat them until a reload. */
const loadFailures = new WeakSet<Error>();

export const isLoadFailure = (error: unknown): boolean => error instanceof Error && loadFailures.has(error);

/** Vite tells of each import that failed before the import itself rejects. */
export const watchLoadFailures = (): void =>
  window.addEventListener("vite:preloadError", ({ payload }) => void loadFailures.add(payload));

/** A screen is there, or the error page because the one reload was of no use: the next failure has one again. */
export const forgetReload = (): void => tabStorage.remove(reloadKey);

/** Imports a screen's file. Throws `ConnectionError` with the reason `not-loaded`. */
export async function loadScreen<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await within(loadMilliseconds, "not-loaded", load());
  } catch (cause) {
    throw new ConnectionError("not-loaded", { cause });
  }
}

const files = new Map<Path, () => Promise<unknown>>();

/** Says how the files of a screen are loaded: a screen knows no other, and may still know where the person goes next. */
export function registerScreen(path: Path, load: () => Promise<unknown>): void {
  files.set(path, load);
}

/** Starts loading a screen, which shows a failure when it is opened. */
export function preloadScreen(path: Path): void {
  files
    .get(path)?.()
    .catch(() => {});
}

export const isNotLoaded = (error: unknown): error is ConnectionError =>
  error instanceof ConnectionError && error.reason === "not-loaded";

/**
 * Returns whether one reload may bring the screen of a missing file: not without a connection, because then no page would load,
 * and not without storage, because the reloads would not end.
 */
export const mayReload = (error: unknown): boolean =>
  isNotLoaded(error) &&
  navigator.onLine &&
  orUndefined(() => sessionStorage.getItem(reloadKey) !== window.location.pathname) === true;

/** Fetches the newest version of the site. Typed values are in session storage. */
export function reloadOnce(): void {
  sessionStorage.setItem(reloadKey, window.location.pathname);
  window.location.reload();
}
