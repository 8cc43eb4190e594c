import { type ComponentType, lazy } from "react";
import { ConnectionError } from "../lib/connection-error.ts";

/** Specification section 9. */
const loadMilliseconds = 120_000;

/** In session storage: the path of the screen that this tab was reloaded for, until that screen's file is there. */
const key = "reloadedFor";

const late = (): Promise<never> =>
  new Promise((_, reject) => setTimeout(reject, loadMilliseconds, new ConnectionError("timeout")));

/** Never settles while a reload is under way. */
function recover(error: unknown): Promise<never> {
  if (!navigator.onLine) throw new ConnectionError("offline", { cause: error });
  const path = window.location.pathname;
  // Where storage is switched off this throws as well: no reload is better than one without end.
  if (sessionStorage.getItem(key) === path) {
    sessionStorage.removeItem(key);
    throw error;
  }
  sessionStorage.setItem(key, path);
  window.location.reload();
  return new Promise(() => {});
}

function forget<T>(screen: T): T {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Nothing was stored there either.
  }
  return screen;
}

/**
 * A screen that is loaded when it is first shown. When its file cannot be had, a newer version of the site may have been
 * published since this tab was opened: one reload fetches that version. What was typed lies in session storage.
 */
export const lazyPage = (load: () => Promise<{ default: ComponentType }>) =>
  lazy(() => Promise.race([load(), late()]).then(forget, recover));

/** The same for one of several screens that come in one file. */
export const lazyPageOf = <Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
) => lazyPage(async () => ({ default: (await load())[name] }));
