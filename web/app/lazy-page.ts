import { type ComponentType, lazy } from "react";
import { ConnectionError } from "../lib/connection-error.ts";

/** Specification section 9. */
const loadMilliseconds = 120_000;

/** The path of the screen that this tab was reloaded for, in session storage until that screen's file is there. */
const key = "reloadedFor";

/** Session storage that nobody may use has already been reloaded: one reload too few is better than one without end. */
function wasReloaded(): boolean {
  try {
    return sessionStorage.getItem(key) === window.location.pathname;
  } catch {
    return true;
  }
}

function remember(path: string | undefined): void {
  try {
    if (path === undefined) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, path);
  } catch {
    // wasReloaded
  }
}

function deadline(): { passed: Promise<never>; cancel: () => void } {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new ConnectionError("timeout")), loadMilliseconds);
  return { passed: promise, cancel: () => clearTimeout(timer) };
}

/** Never settles while a reload is under way. */
async function recover(error: unknown): Promise<never> {
  if (!navigator.onLine) throw new ConnectionError("offline", { cause: error });
  if (wasReloaded()) {
    remember(undefined);
    throw error;
  }
  remember(window.location.pathname);
  window.location.reload();
  return new Promise<never>(() => {});
}

type Screen = { default: ComponentType };

async function loadWithin(load: () => Promise<Screen>): Promise<Screen> {
  const { passed, cancel } = deadline();
  try {
    const screen = await Promise.race([load(), passed]);
    if (wasReloaded()) remember(undefined);
    return screen;
  } finally {
    cancel();
  }
}

/**
 * A screen that is loaded when it is first shown. When its file cannot be had, a newer version of the site may have been
 * published since this tab was opened: one reload fetches that version. What was typed lies in session storage.
 */
export const lazyPage = (load: () => Promise<Screen>) => lazy(() => loadWithin(load).catch(recover));

/** The same for one of several screens that come in one file. */
export const lazyPageOf = <Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
) => lazyPage(async () => ({ default: (await load())[name] }));
