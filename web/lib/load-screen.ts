import { ConnectionError } from "./api/connection-error.ts";

/** Specification section 9. */
const loadMilliseconds = 120_000;

/** In session storage: the path of the screen that this tab was reloaded for, until that screen's file is there. */
const reloadKey = "reloadedFor";

/** The file of a screen cannot be had: perhaps a newer version of the site has been published since this tab was opened. */
export class ScreenLoadError extends Error {
  override readonly name = "ScreenLoadError";
}

/** Rejects with `ConnectionError` after the specification's time; `cancel` ends the wait. */
function deadline(): { passed: Promise<never>; cancel: () => void } {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new ConnectionError("timeout")), loadMilliseconds);
  return { passed: promise, cancel: () => clearTimeout(timer) };
}

/** A screen is there, or the error page because the one reload was of no use: the next failure has one again. */
export function forgetReload(): void {
  try {
    sessionStorage.removeItem(reloadKey);
  } catch {
    // Nothing was stored there either.
  }
}

/** Imports a screen's file. Throws `ConnectionError` when there is no network, otherwise `ScreenLoadError`. */
export async function loadScreen<T>(load: () => Promise<T>): Promise<T> {
  const { passed, cancel } = deadline();
  try {
    return await Promise.race([load(), passed]);
  } catch (cause) {
    if (!navigator.onLine) throw new ConnectionError("offline", { cause });
    throw new ScreenLoadError(String(cause), { cause });
  } finally {
    cancel();
  }
}

/**
 * Whether one reload may bring the screen whose file is gone. Where storage is switched off it may not: no reload is better
 * than one without end.
 */
export function mayReload(error: unknown): boolean {
  try {
    return error instanceof ScreenLoadError && sessionStorage.getItem(reloadKey) !== window.location.pathname;
  } catch {
    return false;
  }
}

/** Fetches the newest version of the site. What was typed lies in session storage. */
export function reloadOnce(): void {
  sessionStorage.setItem(reloadKey, window.location.pathname);
  window.location.reload();
}
